// Written by `node scripts/docs/protocol.ts` from the command table: the types of `phoenix/client`, which import nothing.

/** The address of Phoenix, and a token that it issued: `socket` as after --listen, or `origin` as in the printed address. */
export type Address = { readonly token: string } & (
  | { readonly socket: string }
  | { readonly origin: string }
)

/** A value, or the error that prevented it. Nothing here throws or rejects. */
export type Result<Value, Fault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Fault }

/** A connection to a running Phoenix. */
export interface PhoenixClient {
  /** Sends a command. It is answered exactly once, even if the connection ends. */
  request<Name extends keyof Commands>(
    name: Name,
    input: Commands[Name]['input'],
  ): Promise<Result<Commands[Name]['output'], AppError>>
  /** Stops a conversation, ahead of everything that waits. */
  cancel(conversationId: string): Promise<Result<unknown, AppError>>
  /** Adds a listener; the returned function removes it. */
  onEvent(listener: (event: ClientEvent) => void): () => void
  /** Resolves when the connection has ended, for whatever reason: it was closed, the token was revoked, or Phoenix quit. */
  readonly closed: Promise<void>
  close(): void
}

/** Connects once; call it again to reconnect. The error is a sentence for people. */
export declare function connectToPhoenix(address: Address): Promise<Result<PhoenixClient, string>>

export interface Commands {
  /** Returns the list, the settings and the host's clock; subscribes to their changes. */
  readonly 'app.open': {
    readonly input: { shownFirst?: string[] }
    readonly output: { conversations: ConversationSummary[]; isWhole: boolean; settings: SettingsView; now: number; homeFolder: string; version: string; hasFolderDialog: boolean; hasDesktop: boolean; sandboxMissing: string | null; storageTrouble: StorageTrouble | null; folderWarning: string | null }
  }
  /** Shows that the host answers. */
  readonly 'app.ping': {
    readonly input: {}
    readonly output: {}
  }
  /** Creates a conversation. The client makes the id: sent twice, it creates once. */
  readonly 'conversation.create': {
    readonly input: { conversationId: string; folder: FolderText; permissionMode?: PermissionMode; reusesEmpty?: boolean; isThisOnly?: boolean }
    readonly output: ConversationSummary
  }
  /** Returns a snapshot and subscribes in the same tick, so this client receives every later event without a gap. */
  readonly 'conversation.open': {
    readonly input: { conversationId: string }
    readonly output: ConversationSnapshot
  }
  /** Reports whether this client shows the conversation. While it does, new activity does not mark it unread. */
  readonly 'conversation.look': {
    readonly input: { conversationId: string; isLooking: boolean }
    readonly output: {}
  }
  /** Sets the title, cut to one line of 80 characters. Models replace it only if a person asks for that. */
  readonly 'conversation.rename': {
    readonly input: { conversationId: string; title: string }
    readonly output: {}
  }
  /** Changes a conversation's own settings. Absent fields stay; a system prompt of null restores Phoenix's own. */
  readonly 'conversation.configure': {
    readonly input: { conversationId: string; permissionMode?: PermissionMode; isThisOnly?: boolean; network?: boolean; webSearch?: boolean; systemPrompt?: string | null; model?: ChosenModel; fallbackModel?: ChosenFallback; effort?: ChosenEffort; keepTrying?: ChosenKeepTrying; budget?: ChosenBudget }
    readonly output: {}
  }
  /** Replaces the folder if the old one is gone; else succeeds without effect. Refused while the agent works. */
  readonly 'conversation.chooseFolder': {
    readonly input: { conversationId: string; folder: FolderText }
    readonly output: {}
  }
  /** Lists the person's servers and, if a conversation is named, those of its folder. `problem`: of the folder's file. Commands and addresses can hold keys, so no token allows it. */
  readonly 'mcp.list': {
    readonly input: { conversationId: string | null }
    readonly output: { servers: McpServerView[]; problem: string | null }
  }
  /** Adds a server of the person, or replaces the one of that name. */
  readonly 'mcp.save': {
    readonly input: NamedServer
    readonly output: {}
  }
  readonly 'mcp.remove': {
    readonly input: { name: McpName }
    readonly output: {}
  }
  /** Turns a server of the person on or off for all conversations. */
  readonly 'mcp.switch': {
    readonly input: { name: McpName; isOn: boolean }
    readonly output: {}
  }
  /** Allows or denies a folder's server in its current form. Refused if its hash has changed. */
  readonly 'mcp.allow': {
    readonly input: { conversationId: string; name: McpName; hash: string; isAllowed: boolean }
    readonly output: {}
  }
  /** Accepts what a server currently says about itself and its tools. Refused if its hash has changed. */
  readonly 'mcp.accept': {
    readonly input: { conversationId: string | null; name: McpName; hash: string }
    readonly output: {}
  }
  /** Sets whether a conversation uses a server. */
  readonly 'mcp.use': {
    readonly input: { conversationId: string; name: McpName; isOn: boolean }
    readonly output: {}
  }
  /** Sets the client's own servers for one conversation, replacing those it brought before. They run only for this conversation, until the client disconnects, and are never saved. `problems`: which of them are not used, and why. */
  readonly 'mcp.bring': {
    readonly input: { conversationId: string; servers: NamedServer[] }
    readonly output: { problems: string[] }
  }
  /** Starts the server and lists its tools. `message`: the outcome, for people. */
  readonly 'mcp.test': {
    readonly input: { conversationId: string | null; name: McpName }
    readonly output: { works: boolean; message: string }
  }
  /** Starts signing in to an HTTP server. `url`: for the person's browser; null if no sign-in was needed. */
  readonly 'mcp.signIn': {
    readonly input: { conversationId: string | null; name: McpName }
    readonly output: { url: string | null }
  }
  /** Returns the server's recent log output. */
  readonly 'mcp.log': {
    readonly input: { conversationId: string | null; name: McpName }
    readonly output: { text: string }
  }
  /** Lists the prompts of running servers. */
  readonly 'mcp.prompts': {
    readonly input: { conversationId: string }
    readonly output: { prompts: McpPrompt[] }
  }
  /** Returns a prompt's text for the message. */
  readonly 'mcp.prompt': {
    readonly input: { conversationId: string; server: McpName; name: string; arguments: Record<string, string> }
    readonly output: { text: string }
  }
  /** Lists the resources of running servers whose name or address contains the text. */
  readonly 'mcp.resources': {
    readonly input: { conversationId: string; text: string }
    readonly output: { resources: McpResource[] }
  }
  /** Lists the person's own and, if a conversation is named, those of its folder. Commands of hooks can hold keys, so no token allows it. */
  readonly 'trust.list': {
    readonly input: { conversationId: string | null }
    readonly output: { files: TrustView[] }
  }
  /** Allows or denies one in its current form. Refused if its hash has changed. */
  readonly 'trust.allow': {
    readonly input: { conversationId: string | null; kind: "hooks" | "skill" | "agent" | "command" | "instructions"; name: string; origin: "folder" | "person"; hash: string; isAllowed: boolean }
    readonly output: {}
  }
  /** Returns the next 1,000 of the rows that `app.open` left out, as of that answer; events report later changes. */
  readonly 'list.rows': {
    readonly input: {}
    readonly output: { conversations: ConversationSummary[]; isWhole: boolean }
  }
  /** Archives or unarchives a conversation. Its work continues. */
  readonly 'conversation.archive': {
    readonly input: { conversationId: string; isArchived: boolean }
    readonly output: {}
  }
  /** Has a model write a new title from the first question and the last answer. It replaces even a title given by a person. `problem`: why there is none, for people. Both are null if another title was given or requested meanwhile. */
  readonly 'conversation.retitle': {
    readonly input: { conversationId: string }
    readonly output: { title: string | null; problem: string | null }
  }
  /** Pins a conversation to the top, or unpins it. */
  readonly 'conversation.pin': {
    readonly input: { conversationId: string; isPinned: boolean }
    readonly output: {}
  }
  /** Moves rows within their folder (`manual-order.ts`): one, and the neighbours that make room. */
  readonly 'conversation.order': {
    readonly input: { ranks: { conversationId: string; rank: number }[] }
    readonly output: {}
  }
  /** Stops all work of the conversation and its sub-agents and hides it. It is removed from the disk after DELETION_UNDO_MS or when Phoenix quits. Deleting it twice succeeds. */
  readonly 'conversation.delete': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Restores a deleted conversation; refused once it was removed from the disk. */
  readonly 'conversation.restore': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Returns the texts sent in all conversations of this one's folder, newest first: those before a place (null: from the newest). `next`: where to continue; null if there are no more. A page may be empty without being the last. */
  readonly 'prompt.earlier': {
    readonly input: { conversationId: string; before: PromptPlace | null }
    readonly output: { prompts: string[]; next: PromptPlace | null }
  }
  /** Lists unsent drafts, those of the newest conversations first. */
  readonly 'draft.unsent': {
    readonly input: {}
    readonly output: { drafts: UnsentDraft[] }
  }
  readonly 'backups.read': {
    readonly input: {}
    readonly output: BackupView
  }
  /** Answered when the backup is made or has failed. Requests during a backup share its answer. */
  readonly 'backups.make': {
    readonly input: {}
    readonly output: BackupView
  }
  /** Measures how much space everything takes. Takes seconds if there is much data. */
  readonly 'sizes.read': {
    readonly input: {}
    readonly output: StorageSizes
  }
  /** Removes data of one kind that can be spared; returns the remaining sizes. */
  readonly 'sizes.prune': {
    readonly input: { what: Prunable }
    readonly output: StorageSizes
  }
  /** Stops all work and reopens the database with a full integrity check. */
  readonly 'recovery.begin': {
    readonly input: {}
    readonly output: {}
  }
  /** This and the following commands work only while a database cannot be opened. Answers at once. */
  readonly 'recovery.read': {
    readonly input: {}
    readonly output: RecoveryView
  }
  /** The same, answered once it is known what can be rescued. */
  readonly 'recovery.prepared': {
    readonly input: {}
    readonly output: RecoveryView
  }
  /** Moves the damaged database aside and replaces it with the rescued data; then all clients reconnect. */
  readonly 'recovery.restore': {
    readonly input: {}
    readonly output: {}
  }
  /** Moves the damaged database aside and starts with an empty one. */
  readonly 'recovery.startEmpty': {
    readonly input: {}
    readonly output: {}
  }
  /** Reopens the database, for when somebody has repaired it. */
  readonly 'recovery.tryAgain': {
    readonly input: {}
    readonly output: {}
  }
  /** Reads a part of the rescued data. `from`: null for the first part. `part`: null if there is none. */
  readonly 'recovery.export': {
    readonly input: { from: RescuePlace | null }
    readonly output: { part: RescuedPart | null }
  }
  readonly 'recovery.quit': {
    readonly input: {}
    readonly output: {}
  }
  /** This and the next command work only while a large database is being prepared. */
  readonly 'preparation.read': {
    readonly input: {}
    readonly output: Preparation
  }
  /** Quits Phoenix. The next start prepares the database. */
  readonly 'preparation.quit': {
    readonly input: {}
    readonly output: {}
  }
  readonly 'conversation.leave': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Tries again to recover a conversation that was set aside. Answered when it can be opened. */
  readonly 'conversation.recover': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Returns the page of messages before `beforeSeq`, oldest first. */
  readonly 'conversation.earlier': {
    readonly input: { conversationId: string; beforeSeq: number }
    readonly output: { messages: Message[]; shells: ShellCommand[]; hasEarlier: boolean }
  }
  /** Measures what the next request would consist of and what was used, sub-agents included. Never pushed. */
  readonly 'conversation.measure': {
    readonly input: { conversationId: string }
    readonly output: { shares: ContextShares; spend: ConversationSpend; canCount: boolean; budget: Budget; use: BudgetUse }
  }
  /** Has the provider count the tokens of the next request, which is sent there in full. */
  readonly 'conversation.count': {
    readonly input: { conversationId: string }
    readonly output: { tokens: number | null; problem: string | null }
  }
  /** Sends a message. Answered after it is on disk. The same id with the same content is stored once. */
  readonly 'message.send': {
    readonly input: { conversationId: string; messageId: string; text: string; attachments: Attachment[]; mode: MessageMode }
    readonly output: {}
  }
  readonly 'turn.continue': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  readonly 'turn.retry': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Grants a turn that reached its time limit the same time again. Succeeds without effect if it comes too late. */
  readonly 'turn.extend': {
    readonly input: { conversationId: string; turnId: string }
    readonly output: {}
  }
  /** Leaves the images of earlier messages out of requests. Succeeds without effect if there are none. */
  readonly 'attachments.drop': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Creates a conversation in the same folder with the same settings and copies of this one's messages up to that place, even while this one is busy. Null: with a summary of the whole conversation, or an excerpt. The client makes the id: sent twice, it forks once. */
  readonly 'conversation.fork': {
    readonly input: { conversationId: string; newConversationId: string; throughSeq: number | null }
    readonly output: ConversationSummary
  }
  /** Rewinds to before a message of the person (null: the newest): the model no longer receives it or what followed. Returns its content for editing. */
  readonly 'conversation.rewind': {
    readonly input: { conversationId: string; messageId: string | null }
    readonly output: { text: string; attachments: Attachment[] }
  }
  /** Switches to another version of a message, with everything that last followed it. Succeeds without effect if it is the current one. */
  readonly 'conversation.showVersion': {
    readonly input: { conversationId: string; messageId: string }
    readonly output: {}
  }
  /** Summarises all, or up to a place that a person's message follows. `focus`: what the summary should keep, in the person's words. Succeeds without effect if nothing is new. */
  readonly 'turn.compact': {
    readonly input: { conversationId: string; throughSeq?: Place; focus?: SummaryFocus }
    readonly output: {}
  }
  /** Rewinds to after the message at that place; a reply keeps its results. Succeeds without effect if nothing follows it. */
  readonly 'conversation.restoreTo': {
    readonly input: { conversationId: string; throughSeq: number }
    readonly output: {}
  }
  /** Replays the stored logs of the next conversations after `after` (null: from the first; sub-agents included) and returns the first difference between each and what is stored. `next`: where to continue; null if these were the last of `total`. `only`: verify this conversation only. */
  readonly 'history.verify': {
    readonly input: { after: string | null; only?: string }
    readonly output: { conversations: number; events: number; differences: HistoryDifference[]; total: number; next: string | null; stale: number }
  }
  /** Searches the usual locations of other programs. Nothing is searched before this command. */
  readonly 'import.find': {
    readonly input: {}
    readonly output: { sessions: FoundSession[] }
  }
  /** Imports a session that was found, or one of those in an opened file. */
  readonly 'import.session': {
    readonly input: { conversationId: string; sessionId: string }
    readonly output: { summary: ConversationSummary; skipped: Skipped[] }
  }
  /** Starts to send a file. It is dropped if nothing of it arrives for ten minutes, or when its client disconnects. */
  readonly 'import.begin': {
    readonly input: { fileId: FileId; bytes: number }
    readonly output: {}
  }
  /** Sends the next piece. */
  readonly 'import.append': {
    readonly input: { fileId: FileId; data: string }
    readonly output: {}
  }
  /** Forgets a file, completely sent or not, opened or not. */
  readonly 'import.close': {
    readonly input: { fileId: FileId }
    readonly output: {}
  }
  /** Opens a sent file for reading. */
  readonly 'import.open': {
    readonly input: { fileId: FileId }
    readonly output: { type: "conversation"; file: { fileId: FileId; title: string; folder: string; messageCount: number; uncopied: number; skipped: Skipped[]; newest: { messages: Message[]; hasEarlier: boolean } } } | { type: "list"; sessions: FoundSession[] }
  }
  readonly 'import.earlier': {
    readonly input: { fileId: FileId; beforeSeq: number }
    readonly output: { messages: Message[]; hasEarlier: boolean }
  }
  /** Imports an opened file. */
  readonly 'import.file': {
    readonly input: { conversationId: string; fileId: FileId }
    readonly output: { summary: ConversationSummary; skipped: Skipped[] }
  }
  /** Returns the rows after `afterSeq`, in order. */
  readonly 'log.rows': {
    readonly input: { conversationId: string; afterSeq: number }
    readonly output: { rows: LogRowView[] }
  }
  /** Folds the log up to that row. Fails if the log does not lead to the stored state. A client's newest request cancels its older ones. */
  readonly 'log.past': {
    readonly input: { conversationId: string; seq: number }
    readonly output: PastView
  }
  /** Returns what tools had made of one of that row's `files`, as a diff; never the file as it is now. A client's newest request for a file or a row cancels its older ones for a file. */
  readonly 'log.pastFile': {
    readonly input: { conversationId: string; seq: number; path: string }
    readonly output: ReviewedFile
  }
  /** Answered when the command is recorded; then it starts. The client makes the id: sent twice, it runs once. */
  readonly 'shell.run': {
    readonly input: { conversationId: string; id: string; command: string }
    readonly output: {}
  }
  /** Answered when the command was asked to end. No effect if it has ended. */
  readonly 'shell.stop': {
    readonly input: { conversationId: string; id: string }
    readonly output: {}
  }
  /** Lists a conversation's terminals in the order in which they were opened; `conversation.terminals` reports each change. */
  readonly 'terminal.list': {
    readonly input: { conversationId: string }
    readonly output: { terminals: Terminal[]; version: number }
  }
  /** Starts the person's shell in the folder. Answered when it runs. The client makes the id: sent twice, it opens once. */
  readonly 'terminal.open': {
    readonly input: { conversationId: string; terminalId: string; size: TerminalSize }
    readonly output: {}
  }
  /** Sends this client the current screen, then all further output. If already attached, sends the whole screen again. */
  readonly 'terminal.attach': {
    readonly input: { terminalId: string }
    readonly output: {}
  }
  readonly 'terminal.detach': {
    readonly input: { terminalId: string }
    readonly output: {}
  }
  /** Sends what a person types or pastes. */
  readonly 'terminal.write': {
    readonly input: { terminalId: string; data: string }
    readonly output: {}
  }
  /** Sets the size, which is the same in all windows: that of the one used last. */
  readonly 'terminal.resize': {
    readonly input: { terminalId: string; size: TerminalSize }
    readonly output: {}
  }
  /** Reports that this client has drawn the output up to there. */
  readonly 'terminal.drawn': {
    readonly input: { terminalId: string; until: number }
    readonly output: {}
  }
  /** Returns the last command and its output as plain text; empty if none was run. A long output is cut at its beginning. */
  readonly 'terminal.lastCommand': {
    readonly input: { terminalId: string }
    readonly output: { text: string }
  }
  /** Ends the terminal and everything started in it. Answered when all of that is gone, or listed as left over. */
  readonly 'terminal.close': {
    readonly input: { terminalId: string }
    readonly output: {}
  }
  /** Makes this client the one that answers for the files of a conversation, until it disconnects. */
  readonly 'editor.offer': {
    readonly input: { conversationId: string; isOffered: boolean }
    readonly output: {}
  }
  /** Answers `editor.asked` with the text of the file; null if the editor has none or it is too long. Late answers are dropped. */
  readonly 'editor.answer': {
    readonly input: { askId: string; text: string | null }
    readonly output: {}
  }
  /** Lists what git does not ignore in a subfolder. `under`: '' for the conversation's folder; others end in `/`. */
  readonly 'folder.list': {
    readonly input: { conversationId: string; under: string }
    readonly output: { entries: FolderEntry[]; isCut: boolean }
  }
  readonly 'folder.look': {
    readonly input: { conversationId: string; path: string; from: number }
    readonly output: FileLook
  }
  /** Shows how a turn spent its time, by folding the log. Empty if the log has no such turn, or it has only just started. */
  readonly 'turn.timeline': {
    readonly input: { conversationId: string; turnId: string }
    readonly output: { spans: TurnSpan[] }
  }
  /** Returns the tokens and cost of the answers of each of these sub-agents. */
  readonly 'agents.spend': {
    readonly input: { agentIds: string[] }
    readonly output: { spends: { agentId: string; spend: Spend }[] }
  }
  /** Returns what these conversations and their sub-agents have spent and how many files they have changed since a time (ms since 1970), from what is stored. */
  readonly 'spend.since': {
    readonly input: { conversationIds: string[]; since: number }
    readonly output: { spend: Spend; files: number }
  }
  /** Shows what the model would receive now, and from where. A server that has not been started has no tools yet. */
  readonly 'conversation.requestContents': {
    readonly input: { conversationId: string }
    readonly output: RequestContents
  }
  /** Answers an approval. A late answer has no effect and succeeds. */
  readonly 'approval.answer': {
    readonly input: { conversationId: string; callIds: string[]; answer: ApprovalAnswer }
    readonly output: {}
  }
  /** Answers a question of the agent. An answer to a question that is gone has no effect and succeeds. */
  readonly 'question.answer': {
    readonly input: { conversationId: string; callId: string; number?: number; answer: QuestionAnswer }
    readonly output: {}
  }
  /** Returns the changes that a call waiting for approval would make to the current files. */
  readonly 'approval.preview': {
    readonly input: { conversationId: string; callId: string }
    readonly output: ChangePreview
  }
  /** Lists all permission rules by folder. */
  readonly 'rules.list': {
    readonly input: {}
    readonly output: { rules: FolderRule[] }
  }
  /** Removes a rule: from the next reply on, what it allowed needs approval. Removing it twice succeeds. */
  readonly 'rules.remove': {
    readonly input: FolderRule
    readonly output: {}
  }
  /** Counts the files that an undo would process according to the log. */
  readonly 'edits.count': {
    readonly input: { conversationId: string; target: EditsTarget }
    readonly output: { files: number }
  }
  /** Shows what an undo would restore and what it would not. Changes nothing. */
  readonly 'edits.preview': {
    readonly input: { conversationId: string; target: EditsTarget }
    readonly output: EditsLook
  }
  /** Restores every file that is still as the tools left it. Answered when that is logged. */
  readonly 'edits.undo': {
    readonly input: { conversationId: string; target: EditsTarget }
    readonly output: EditsUndone
  }
  /** Returns the diff. A client's newest request cancels its older ones. */
  readonly 'review.read': {
    readonly input: { conversationId: string; scope: ReviewScope }
    readonly output: Review
  }
  /** Returns the unsent comments. */
  readonly 'review.comments': {
    readonly input: { conversationId: string }
    readonly output: { comments: ReviewComments }
  }
  /** Changes single comments, and returns all of them: other clients have changed others. One whose stored text the client does not know stays as it is. */
  readonly 'review.saveComments': {
    readonly input: { conversationId: string; changes: CommentChange[] }
    readonly output: { comments: ReviewComments }
  }
  /** Has a model write a commit message for the folder's changes; commits nothing. `problem`: why there is none, for people. Both are null if a newer request of the client replaced this one. */
  readonly 'review.draftMessage': {
    readonly input: { conversationId: string }
    readonly output: { message: string | null; problem: string | null }
  }
  /** Creates a conversation in its own worktree on a new branch. The client makes the id: sent twice, it creates once. */
  readonly 'worktree.create': {
    readonly input: { conversationId: string; folder: FolderText; branch: string; setupCommand: string; permissionMode?: PermissionMode }
    readonly output: { summary: ConversationSummary; notes: string[] }
  }
  readonly 'worktree.facts': {
    readonly input: { conversationId: string }
    readonly output: WorktreeFacts
  }
  /** Merges the branch where it began and removes the worktree. The conversation continues in the repository. */
  readonly 'worktree.merge': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Removes the worktree with everything unmerged. Refused if the facts have changed. */
  readonly 'worktree.discard': {
    readonly input: { conversationId: string; seen: WorktreeFacts }
    readonly output: {}
  }
  /** Reads a page of a command's whole output. Null if its result already shows everything. */
  readonly 'output.read': {
    readonly input: { conversationId: string; callId: string; before: number | null }
    readonly output: { page: OutputPage | null }
  }
  /** Adds a message to the end of the outbox, or replaces the waiting message of the same id. `behind`: those that it followed before; it goes behind the last of them that still waits, or to the beginning. */
  readonly 'outbox.put': {
    readonly input: { conversationId: string; message: WaitingMessage; behind?: string[] }
    readonly output: {}
  }
  readonly 'outbox.remove': {
    readonly input: { conversationId: string; messageId: string }
    readonly output: {}
  }
  /** Reorders the outbox; messages not listed follow in their current order. */
  readonly 'outbox.order': {
    readonly input: { conversationId: string; messageIds: string[] }
    readonly output: {}
  }
  /** Sends a waiting message at once as a separate message. If refused, it stays in the outbox. */
  readonly 'outbox.send': {
    readonly input: { conversationId: string; messageId: string; mode: MessageMode }
    readonly output: {}
  }
  /** Saves the draft, and tells the other clients that follow the conversation. `known`: the drafts that this client has shown or tried to save. If the stored one is none of them, nothing is saved, and `other` returns it: it was typed elsewhere (docs/decisions/155). Absent: it is replaced. `sending`: the new messages on their way whose text is in the draft. If one is stored by now, or waits, nothing is saved, and `isSent` says so: without it, the draft is another one. */
  readonly 'draft.save': {
    readonly input: { conversationId: string; text: string; attachments: Attachment[]; caret: number; sending?: string[]; known?: DraftMark[] }
    readonly output: { other?: MessageDraft; isSent?: true }
  }
  /** Starts a file transfer. It is dropped after ten minutes, or when its client disconnects. */
  readonly 'attachment.begin': {
    readonly input: { fileId: FileId; name: string; bytes: number }
    readonly output: {}
  }
  /** Sends the next piece. */
  readonly 'attachment.append': {
    readonly input: { fileId: FileId; data: string }
    readonly output: {}
  }
  /** Checks and prepares the file. Answered when original and copy are stored; the transfer ends in any case. */
  readonly 'attachment.finish': {
    readonly input: { fileId: FileId }
    readonly output: PreparedFile
  }
  /** Reads a piece of a blob; `bytes` is the size of the whole. */
  readonly 'blob.read': {
    readonly input: { hash: BlobHash; offset: number }
    readonly output: { data: string; bytes: number }
  }
  /** Returns up to 50 folders whose path starts with the text; `~` is the home folder. */
  readonly 'folder.complete': {
    readonly input: { text: FolderText }
    readonly output: { folders: string[] }
  }
  /** Shows the system's folder dialog and answers when it is closed; null if nothing was chosen. */
  readonly 'folder.choose': {
    readonly input: {}
    readonly output: { folder: string | null }
  }
  /** Returns matching files and folders that git does not ignore, best first. Paths are relative to the folder, with `/` as separator and at the end of a folder. A client's newest request cancels its older ones. */
  readonly 'files.find': {
    readonly input: { conversationId: string; text: string }
    readonly output: { paths: string[]; isCut: boolean }
  }
  /** Lists the custom commands of the conversation's folder and of the person; the folder's wins if names are equal. */
  readonly 'files.commands': {
    readonly input: { conversationId: string }
    readonly output: { commands: OwnCommand[] }
  }
  /** What the files and folders are that a message names, in their order. */
  readonly 'files.named': {
    readonly input: { conversationId: string; paths: string[] }
    readonly output: { kinds: NamedKind[] }
  }
  /** Returns a text file of at most MAX_HEAD_BYTES as an attachment that refers to it in place. Null if only its path can be given. */
  readonly 'files.attach': {
    readonly input: { conversationId: string; path: string }
    readonly output: { attachment: AttachedFile | null }
  }
  /** Opens a file of the conversation's folder, or one that a call has named, in the editor; a folder in the file manager. */
  readonly 'open.file': {
    readonly input: { conversationId: string; path: string; line: number | null }
    readonly output: {}
  }
  readonly 'open.folder': {
    readonly input: { conversationId: string; program: FolderProgram }
    readonly output: {}
  }
  /** Returns the configured editor; the error says why there is none. */
  readonly 'open.editor': {
    readonly input: {}
    readonly output: { name: string }
  }
  readonly 'settings.save': {
    readonly input: SettingsChange
    readonly output: SettingsView
  }
  /** Sends one request to the endpoint with these values, unsaved. `message`: the outcome, for people. */
  readonly 'settings.test': {
    readonly input: { testId: string; change: SettingsChange }
    readonly output: { works: boolean; message: string }
  }
  /** Moves existing keys, and those entered later, to this kind of storage, or to the closest that this host supports. */
  readonly 'keys.keep': {
    readonly input: { rest: KeyStorage }
    readonly output: SettingsView
  }
  /** Adds an endpoint, or replaces the one with that id. */
  readonly 'endpoint.save': {
    readonly input: EndpointDraft
    readonly output: SettingsView
  }
  /** Removes an endpoint and its key. A conversation that uses it reports that at its next request. */
  readonly 'endpoint.remove': {
    readonly input: { id: EndpointId }
    readonly output: SettingsView
  }
  /** Returns the API kind that the model's server asked for in a refusal since Phoenix started. */
  readonly 'endpoint.wanted': {
    readonly input: { model: string }
    readonly output: { kind: EndpointKind | null }
  }
  /** Sends one request to a model of the endpoint, unsaved. `message`: the outcome, for people. */
  readonly 'endpoint.test': {
    readonly input: { testId: string; draft: EndpointDraft; model: string }
    readonly output: { works: boolean; message: string }
  }
  /** Stops either test, which then answers at once that it was stopped. No effect if it has finished. */
  readonly 'test.stop': {
    readonly input: { testId: string }
    readonly output: {}
  }
  /** Asks the unsaved endpoint for its models. `problem`: why it has not listed them, for people. */
  readonly 'endpoint.models': {
    readonly input: { draft: EndpointDraft }
    readonly output: { models: EndpointModel[]; problem: string | null }
  }
  /** Searches all conversations. A page may be empty although there is a next one. */
  readonly 'search.find': {
    readonly input: SearchQuery
    readonly output: SearchAnswer
  }
  /** Returns all matches in one conversation. */
  readonly 'search.within': {
    readonly input: { conversationId: string; text: string }
    readonly output: WithinAnswer
  }
  readonly 'desktop.notify': {
    readonly input: DesktopNotice
    readonly output: {}
  }
  /** Removes the notification of a conversation, if there is one. */
  readonly 'desktop.withdraw': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Sets the number on the app's icon; 0 removes it. */
  readonly 'desktop.badge': {
    readonly input: { count: number }
    readonly output: {}
  }
  /** Sets the shortcuts that the menu shows to those of the page. */
  readonly 'desktop.menuKeys': {
    readonly input: { keys: MenuKeys }
    readonly output: {}
  }
  /** Opens another window with the form for a new conversation. */
  readonly 'desktop.newWindow': {
    readonly input: {}
    readonly output: {}
  }
  /** In the browser host: an address that opens one more window, once and within 60 s. `folder`: it shows the form for a new conversation there; null: where the person left off. */
  readonly 'browser.newAddress': {
    readonly input: { folder: FolderText | null }
    readonly output: { address: string }
  }
  readonly 'token.list': {
    readonly input: {}
    readonly output: { tokens: TokenView[] }
  }
  /** Creates a token. `token` is returned only this once. */
  readonly 'token.create': {
    readonly input: { name: string; scopes: Scope[] }
    readonly output: { token: string; view: TokenView }
  }
  /** Revokes a token and closes its connections at once. Revoking it twice succeeds. */
  readonly 'token.revoke': {
    readonly input: { id: TokenId }
    readonly output: {}
  }
  /** Reads the next part of the diagnostics file; the parts joined are the file. */
  readonly 'diagnostics.read': {
    readonly input: DiagnosticsWanted
    readonly output: DiagnosticsPage
  }
  /** Ends a background job or a process that outlived its call. One that has ended is removed from the list. */
  readonly 'process.end': {
    readonly input: { conversationId: string; workId: string }
    readonly output: {}
  }
}

/** What Phoenix sends without a request. */
export type ClientEvent =
  /** conversation.stepped */
  | { type: "conversation.stepped"; conversationId: string; epoch: number; after: number; seq: number; state: StateView; messages: Message[]; turn?: TurnView | null; model?: string; usedTokens?: number; limits?: ContextLimits; instructions?: Instructions[] }
  /** conversation.unsaved */
  | { type: "conversation.unsaved"; conversationId: string; epoch: number; state: StateView; turn: TurnView | null; messages: Message[] }
  /** conversation.streamed */
  | { type: "conversation.streamed"; conversationId: string; epoch: number; requestId: string; part: "text" | "thinking"; from: number; text: string }
  /** conversation.callGrew */
  | { type: "conversation.callGrew"; conversationId: string; epoch: number; requestId: string; index: number; call: LiveCall }
  /** conversation.silent */
  | { type: "conversation.silent"; conversationId: string; epoch: number; silence: LiveSilence | null }
  /** conversation.printed */
  | { type: "conversation.printed"; conversationId: string; epoch: number; callId: string; dropped: number; text: string }
  /** conversation.hooks */
  | { type: "conversation.hooks"; conversationId: string; epoch: number; hooks: LiveHook[] }
  /** conversation.orphans */
  | { type: "conversation.orphans"; conversationId: string; epoch: number; orphans: OrphanProcess[] }
  /** conversation.jobs */
  | { type: "conversation.jobs"; conversationId: string; epoch: number; jobs: BackgroundJob[] }
  /** conversation.jobEnded */
  | { type: "conversation.jobEnded"; conversationId: string; epoch: number; end: JobEnd }
  /** conversation.shell */
  | { type: "conversation.shell"; conversationId: string; epoch: number; command: ShellCommand }
  /** conversation.shellPrinted */
  | { type: "conversation.shellPrinted"; conversationId: string; epoch: number; id: string; text: string }
  /** conversation.terminals */
  | { type: "conversation.terminals"; conversationId: string; epoch: number; terminals: Terminal[]; version: number }
  /** terminal.screen */
  | { type: "terminal.screen"; terminalId: string; at: number; size: TerminalSize; index: number; count: number; text: string }
  /** terminal.printed */
  | { type: "terminal.printed"; terminalId: string; from: number; text: string }
  /** terminal.resized */
  | { type: "terminal.resized"; terminalId: string; size: TerminalSize }
  /** editor.asked */
  | { type: "editor.asked"; askId: string; conversationId: string; path: string }
  /** conversation.folder */
  | { type: "conversation.folder"; conversationId: string; epoch: number; isGone: boolean }
  /** conversation.waiting */
  | { type: "conversation.waiting"; conversationId: string; epoch: number; waiting: WaitingMessage[] }
  /** conversation.drafted */
  | { type: "conversation.drafted"; conversationId: string; epoch: number; draft: MessageDraft; replaced: DraftMark }
  /** conversation.configured */
  | { type: "conversation.configured"; conversationId: string; epoch: number; permissionMode: PermissionMode; network: boolean; webSearch: boolean; searchesWeb: boolean; systemPrompt: string | null; chosenModel: ChosenModel; chosenFallback: ChosenFallback; chosenEffort: ChosenEffort; chosenKeepTrying: ChosenKeepTrying; chosenBudget: ChosenBudget; model: string; use: ContextUse }
  /** list.changed */
  | { type: "list.changed"; summary: ConversationSummary }
  /** list.removed */
  | { type: "list.removed"; conversationId: string }
  /** settings.changed */
  | { type: "settings.changed"; settings: SettingsView }
  /** rules.changed */
  | { type: "rules.changed" }
  /** host.faulted */
  | { type: "host.faulted"; conversationId: string | null; message: string }
  /** host.storage */
  | { type: "host.storage"; trouble: StorageTrouble | null }
  /** link.opened */
  | { type: "link.opened"; link: Link | null }
  /** menu.chosen */
  | { type: "menu.chosen"; item: MenuItem }

export type Activity = "idle" | "unfinished" | "atLimit" | "waiting" | "answering" | "compacting" | "runningTool" | "delegating" | "asking" | "retrying" | "stopping" | "contextFull" | "failed" | "done" | "setAside"

export type AgentContent = { type: "agent"; turnId: string; endpoint?: string; model: string; blocks: Block[]; end: ReplyEnd; usage: Usage; price?: Price | null }

export type ApprovalAnswer = { type: "once" } | { type: "edited"; command: string } | { type: "always"; rule: Rule } | { type: "deny"; reason: string }

export type AskedCallView = { callId: string; action: CallAction; why: AskReason; subjectIn: string | null; answer: "once" | "edited" | "always" | "deny" | null }

export type AskedFor = "approval" | "answer" | "moreTime"

export type AskReason = "mode" | "privateHost" | "outside" | "secret" | "repeated"

export type AttachedFile = { kind: "file"; original: BlobHash; name: string; bytes: number; mediaType: string; isText: boolean; pages?: number; text?: { blob: BlobHash; bytes: number; path: string }; path: string; head?: { text: string; isWhole: boolean } }

export type AttachedImage = { original: BlobHash; copy: BlobHash; mediaType: ImageType; name: string; bytes: number; width: number; height: number }

export type Attachment = AttachedImage | AttachedFile

export type AttachmentsDroppedContent = { type: "attachmentsDropped" }

export type BackgroundJob = { callId: string; number: number; since: number; workId: string; command: string; phase: { type: "running" } | { type: "ending" } | { type: "exited"; code: number; at: number } | { type: "killed"; signal: string; at: number } | { type: "withdrawn"; right: "network" | "writing"; at: number } | { type: "lost" }; lastLines: string }

export type BackupView = { folder: string; newest: { at: number; bytes: number } | null; kept: number; problem: string | null; setAside: string[] }

export type Behaviour = { busyPolicy: BusyPolicy; debounceMs: number; enterWhileBusy: EnterWhileBusy; autoCompact: boolean; fallbackModel: string | null; explorerModel: string | null; effort: Effort; keepTrying: KeepTrying; permissionMode: PermissionMode; webSearch: boolean; editorCommand: string | null; shortcuts: Record<string, string>; requestsPerTurn: number; toolCallsPerTurn: number; subAgentsPerTurn: number; tokensPerTurn: number; requestsPerChild: number; minutesPerTurn: number; budgetUsd: number | null; budgetMinutes: number | null }

export type BlobHash = string

export type Block = { type: "text"; text: string; sources?: Source[]; provider?: unknown } | { type: "thinking"; text: string; signature: string | null; field?: string } | { type: "redactedThinking"; data: string } | { type: "toolCall"; providerCallId: string; name: string; input: CallInput; provider?: unknown } | { type: "providerItem"; field: string; json: unknown } | { type: "serverTool"; step: WebStep; json: unknown } | { type: "other"; json: unknown }

export type Budget = { budgetUsd: number | null; budgetMinutes: number | null }

export type BudgetUse = { usd: number; unpricedTokens: number; workedMs: number }

export type BusyPolicy = "reject" | "interrupt"

export type CallAction = "think" | "read" | "change" | "command" | "fetch" | "server" | "spawn" | "submit" | "question"

export type CallInput = { type: "object"; value: unknown } | { type: "unparsed"; text: string }

export type CallOutcome = "ok" | "failed" | "timedOut" | "cancelled" | "skipped" | "notRun" | "denied" | "unknown"

export type ChangedTimeouts = { connectMs?: number | null; firstByteMs?: number | null; silenceMs?: number | null; thinkingSilenceMs?: number | null; requestMs?: number | null }

export type ChangePreview = { type: "diff"; text: string; leftOut: number } | { type: "changed"; text: string } | { type: "none" }

export type ChildPhaseView = { type: "working"; deadline: number } | { type: "asking"; left: number } | { type: "stopping" } | { type: "ended"; outcome: SubAgentOutcome; messageId: string }

export type ChosenBudget = Budget | null

export type ChosenEffort = Effort | null

export type ChosenFallback = string | null

export type ChosenKeepTrying = KeepTrying | null

export type ChosenModel = string | null

export type CloudProject = string

export type CloudRegion = string

export type CommentChange = { id: string; known: DraftMark[]; comment: ReviewComment | null }

export type ContextChoice = "compact" | "largerModel" | "dropAttachments" | "fork" | "edit" | "retry"

export type ContextLimits = { limitTokens: number; holdsImages: boolean; documents?: DocumentLimits }

export type ContextShares = { system: number; tools: number; files: number; messages: number; images: number }

export type ContextUse = { usedTokens: number; limitTokens: number; holdsImages: boolean; documents?: DocumentLimits }

export type ConversationPart = "draft" | "waitingMessages" | "shellCommands"

export type ConversationSnapshot = { summary: ConversationSummary; epoch: number; seq: number; now: number; model: string; state: StateView; turn: TurnView | null; messages: Message[]; unsaved: Message[]; hasEarlier: boolean; reply: LiveReply | null; silence: LiveSilence | null; output: LiveOutput | null; hooks: LiveHook[]; orphans: OrphanProcess[]; jobs: BackgroundJob[]; jobEnds: JobEnd[]; shells: ShellCommand[]; draft: MessageDraft; permissionMode: PermissionMode; network: boolean; webSearch: boolean; searchesWeb: boolean; systemPrompt: string | null; chosenModel: ChosenModel; chosenFallback: ChosenFallback; chosenEffort: ChosenEffort; chosenKeepTrying: ChosenKeepTrying; chosenBudget: ChosenBudget; isFolderGone: boolean; instructions: Instructions[]; use: ContextUse; waiting: WaitingMessage[] }

export type ConversationSpend = { own: Spend; subAgents: Spend }

export type ConversationSummary = { id: string; title: string; folder: string; createdAt: number; updatedAt: number; activity: Activity; asks: AskedFor | null; hasBegun: boolean; isUnread: boolean; forkedFrom: string | null; isArchived: boolean; pinnedAt: number | null; rank: number | null; jobs: number; worktree: WorktreeOf | null }

export type DesktopNotice = { conversationId: string; title: string; body: string; hasSound: boolean }

export type DiagnosticsPage = { text: string; next: { part: "events" | "messages"; after: number; ends: { events: number; messages: number } } | null }

export type DiagnosticsWanted = { conversationId: string | null; withTexts: boolean; from: { part: "events" | "messages"; after: number; ends: { events: number; messages: number } } | null }

export type DocumentLimits = { bytes: number; pages: number; tokensPerPage: number }

export type DraftMark = string

export type EditsLook = { restorable: { shown: string; becomes: "restored" | "deleted" | "recreated" }[]; conflicts: { shown: string; why: string }[]; mayHaveChanged: { commands: number; names: string[]; more: number; gap: string | null } | null }

export type EditsTarget = { type: "turn"; turnId: string } | { type: "since"; throughSeq: number } | { type: "message"; messageId: string }

export type EditsUndone = { undone: number; conflicts: { shown: string; why: string }[] }

export type Effort = "auto" | "none" | "low" | "medium" | "high" | "xhigh" | "max"

export type EffortLevel = "none" | "low" | "medium" | "high" | "xhigh" | "max"

export type EndpointDraft = { id: EndpointId; kind: EndpointKind; baseUrl: string; models: EndpointModel[]; timeouts: OwnTimeouts; region?: CloudRegion; project?: CloudProject; apiKey: string | null; headers: Record<string, string> | null }

export type EndpointId = string

export type EndpointKind = "openai" | "responses" | "anthropic" | "gemini" | "bedrock" | "vertex"

export type EndpointModel = { id: string; contextTokens: number | null; outputTokens: number | null; price?: OwnPrice | null; displayName?: string }

export type EndpointView = { id: EndpointId; kind: EndpointKind; baseUrl: string; models: EndpointModel[]; timeouts: OwnTimeouts; region?: CloudRegion; project?: CloudProject; hasKey: boolean; headerNames: string[]; keyRest: KeyStorage | null }

export type EnterWhileBusy = "ask" | "stopAndSend" | "sendWhenIdle" | "sendAtNextStep"

export type ErrorContent = { type: "error"; kind: ErrorKind; text: string }

export type ErrorKind = "auth" | "billing" | "rateLimit" | "overloaded" | "network" | "timeout" | "server" | "invalidRequest" | "refused" | "storage" | "internal"

export type FileChange = { path: string; shown: string; before: FileForm | null; after: FileForm | null }

export type FileForm = { blob: BlobHash; mode: number }

export type FileId = string

export type FileLook = { type: "text"; text: string; from: number; next: number | null; bytes: number } | { type: "image"; mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp"; data: string; from: number; next: number | null; bytes: number } | { type: "other"; bytes: number }

export type FolderEntry = { name: string; isFolder: boolean }

export type FolderProgram = "editor" | "fileManager" | "terminal"

export type FolderRule = { folder: string; rule: Rule }

export type FolderText = string

export type FoundConversation = { id: string; title: string; titleMarks: [number, number][]; folder: string; updatedAt: number; count: number; hasMore: boolean; hits: SearchHit[] }

export type FoundSession = { id: string; program: SessionProgram; title: string; folder: string; at: number }

export type HistoryDifference = { conversationId: string; title: string; seq: number; what: string; stored: string | null; derived: string | null; isOfOtherVersion: boolean }

export type HookEvent = "PreToolUse" | "PostToolUse" | "UserPromptSubmit" | "Stop"

export type HookRun = { event: HookEvent; command: string; durationMs: number; outcome: "ok" | "blocked" | "failed" | "timedOut" | "stopped"; output: string }

export type ImageType = "image/png" | "image/jpeg" | "image/webp" | "image/gif"

export type Indexing = { done: number; total: number } | null

export type Instructions = { name: InstructionsName; path?: string; blob: BlobHash; bytes: number; isCut: boolean }

export type InstructionsName = "AGENTS.md" | "CLAUDE.md"

export type InstructionsNote = { path: string; file: { blob: BlobHash; isCut: boolean; text: string } | null }

export type JobEnd = { callId: string; number: number; since: number; phase: { type: "exited"; code: number; at: number } | { type: "killed"; signal: string; at: number } | { type: "withdrawn"; right: "network" | "writing"; at: number } | { type: "ended"; by: "person" | "model" | "phoenix"; at: number } }

export type KeepTrying = "off" | "15min" | "1h" | "4h"

export type KeyringState = "here" | "missing" | "unasked"

export type KeyStorage = "sealed" | "file" | "memory"

export type KeysView = { keyring: KeyringState; rest: KeyStorage; folder: string }

export type Link = { type: "conversation"; conversationId: string; seq: number | null } | { type: "settings"; section: string | null } | { type: "folder"; folder: string }

export type LiveCall = { name: string; path: string | null; lines: number; text: string }

export type LiveHook = { event: HookEvent; command: string }

export type LiveOutput = { callId: string; text: string; dropped: number }

export type LiveReply = { requestId: string; thinking: string; text: string; calls: LiveCall[] }

export type LiveSilence = { requestId: string; since: number; until: number }

export type LogRowView = { seq: number; at: number; kind: "input" | "lifecycle" | "missing"; type: string }

export type McpName = string

export type McpOrigin = "person" | "folder" | "client"

export type McpPrompt = { server: string; name: string; description: string; arguments: { name: string; isRequired: boolean }[] }

export type McpResource = { server: string; uri: string; name: string }

export type McpServer = { timeout?: number; type?: "stdio"; command: string; args?: string[]; env?: Record<string, string>; sandbox?: boolean } | { timeout?: number; type?: "http"; url: string; headers?: Record<string, string> }

export type McpServerView = { name: string; origin: McpOrigin; hash: string; type: "stdio" | "http"; program: string; runs: string; difference: string | null; given: string[]; isSandboxed: boolean; state: McpState; isOffHere: boolean; wantsSignIn: boolean; problem: string | null; tools: number | null; instructions: string; words: { hash: string; trust: Trust; difference: string | null; isShown: boolean } | null; leftOut: string[] }

export type McpState = "notAllowed" | "changed" | "off" | "idle" | "starting" | "running" | "failed"

export type MenuItem = "newConversation" | "newWindow" | "back" | "forward" | "openBeside" | "otherPane" | "closePane" | "inbox" | "find" | "search" | "palette" | "inspector" | "terminal" | "settings" | "shortcuts" | "stop" | "stopAndSend"

export type MenuKeys = Record<string, string>

export type Message = { id: string; seq: number; at: number; content: MessageContent }

export type MessageContent = UserContent | AgentContent | ToolResultContent | UndoContent | SubAgentContent | SummaryContent | RepairContent | AttachmentsDroppedContent | RewoundContent | SystemContent | ErrorContent | UnreadableContent

export type MessageDraft = { text: string; attachments: Attachment[]; caret: number }

export type MessageMode = "policy" | "interrupt" | "join"

export type NamedKind = "file" | "folder" | "outside" | "missing"

export type NamedServer = { name: McpName; server: McpServer }

export type OrphanProcess = { workId: string; pid: number; command: string; since: number }

export type OutputPage = { text: string; from: number; standsFor: { from: number; to: number } }

export type OwnCommand = { name: string; description: string; argumentHint: string; template: string; origin: "folder" | "person"; isAllowed: boolean }

export type OwnPrice = { input: number; output: number; cacheRead: number | null; cacheWrite: number | null }

export type OwnTimeouts = { connectMs?: number; firstByteMs?: number; silenceMs?: number; thinkingSilenceMs?: number; requestMs?: number }

export type PastFile = { path: string; shown: string; became: "created" | "changed" | "deleted" }

export type PastView = { seq: number; at: number; state: StateView; turn: TurnView | null; messages: Message[]; hasEarlier: boolean; use: ContextUse | null; spend: ConversationSpend; files: PastFile[] }

export type PermissionMode = "readOnly" | "ask" | "acceptEdits" | "auto"

export type PersonAction = "continue" | "retry" | "compact" | "rewind"

export type PhaseView = { type: "connecting"; requestId: string; since: number; deadline: number; ifSilent: "again" | "fallback" | "none" } | { type: "streaming"; requestId: string; since: number; deadline: number; ifSilent: "again" | "fallback" | "none" } | { type: "backoff"; retryAt: number; kind: ErrorKind; message: string; patienceMs: number | null }

export type Place = number

export type PlaceWithin = { messageId: string; seq: number; callId: string | null; role: "person" | "agent" | "input" | "output"; isTakenBack: boolean; count: number }

export type Preparation = { step: "checking" | "backingUp" | "checkingBackup" | "migrating"; share: number | null }

export type PreparedFile = { type: "ready"; attachment: Attachment; notice: string | null } | { type: "refused"; reason: string }

export type Price = { input: number; output: number; cacheWrite: number; cacheRead: number; long: { above: number; input: number; output: number; cacheWrite: number; cacheRead: number } | null; search?: number }

export type PromptPlace = { at: number; conversationId: string; seq: number }

export type Prunable = "outputs" | "undo" | "unused"

export type Purpose = "reply" | "compaction"

export type QuestionAnswer = { type: "answered"; options: number[]; text: string } | { type: "skipped"; isUnasked?: true }

export type QuestionOption = { label: string; description?: string }

export type ReasoningField = "reasoning_content" | "thought_signature"

export type RecoveryView = { found: string; file: string; isDamaged: boolean; rescued: Rescued | null; problem: string | null }

export type Repair = { type: "withoutEffort"; effort: Effort } | { type: "withoutReasoning" } | { type: "withReasoningMarks"; field: ReasoningField } | { type: "renamedCalls" } | { type: "callsAsText" } | { type: "withoutEarlierThinking" } | { type: "withoutThinking" } | { type: "withoutImages"; blobs: BlobHash[] } | { type: "withoutAllImages"; blobs: BlobHash[] } | { type: "withoutDocuments"; blobs: BlobHash[] } | { type: "shortOutputs" } | { type: "withSummary" }

export type RepairContent = { type: "repair"; text: string; model: string; repair: Repair }

export type ReplyEnd = "endTurn" | "stopSequence" | "toolUse" | "maxTokens" | "pauseTurn" | "contextFull" | "refusal" | "unknown"

export type RequestContents = { model: string; system: { from: "phoenix" | "person"; text: string; bytes: number }; files: { path: string; bytes: number; isCut: boolean; text: string }[]; tools: { name: string; from: "phoenix" | "server"; description: string; input: string; bytes: number }[] }

export type Rescued = { backupAt: number | null; conversations: number; messages: number; salvaged: number; behind: string[]; lost: string[]; lostParts: { title: string; part: ConversationPart }[]; areRulesOld: boolean; list: "whole" | "part" | "none" }

export type RescuedPart = { conversation: { title: string; folder: string }; messages: Message[]; next: RescuePlace | null }

export type RescuePlace = { conversationId: string; afterSeq: number }

export type Review = { files: ReviewedFile[]; notes: string[] }

export type ReviewComment = { id: string; path: string; side: "old" | "now"; line: number; quoted: string; text: string }

export type ReviewComments = ReviewComment[]

export type ReviewedFile = { path: string; from: string | null; what: "changed" | "new" | "deleted" | "renamed" | "conflicted"; hunks: string; added: number; removed: number; note: string | null }

export type ReviewScope = { type: "turn"; turnId: string } | { type: "conversation" } | { type: "folder" }

export type RewoundContent = { type: "rewound"; fromSeq: Place }

export type Rule = { tool: string; subject: string; match?: "exact" | "prefix" }

export type Scope = "read" | "write" | "approve"

export type SearchAnswer = { conversations: FoundConversation[]; next: SearchPlace | null; indexing: Indexing }

export type SearchedState = "running" | "needsYou" | "resting" | "archived"

export type SearchHit = { messageId: string; seq: number; callId: string | null; role: "person" | "agent" | "input" | "output"; at: number; isTakenBack: boolean; isBySubAgent: boolean; text: string; marks: [number, number][] }

export type SearchOrder = "newest" | "best"

export type SearchPlace = { skip: number; belowKey: number | null }

export type SearchQuery = { text: string; order: SearchOrder; role: SearchRole | null; folder: string | null; state: SearchedState | null; since: number | null; until: number | null; from: SearchPlace }

export type SearchRole = "title" | "person" | "agent" | "input" | "output"

export type SessionProgram = "phoenix" | "claudeCode" | "codex" | "opencode" | "pi"

export type SettingsChange = { model?: string | null; baseUrl?: string | null; apiKey?: string | null; timeouts?: ChangedTimeouts; automaticTitles?: boolean | null; favouriteModels?: Record<string, boolean>; hiddenModels?: Record<string, boolean>; telemetryEndpoint?: string | null; behaviour?: { busyPolicy?: BusyPolicy; debounceMs?: number; enterWhileBusy?: EnterWhileBusy; autoCompact?: boolean; fallbackModel?: string | null; explorerModel?: string | null; effort?: Effort; keepTrying?: KeepTrying; permissionMode?: PermissionMode; webSearch?: boolean; editorCommand?: string | null; shortcuts?: Record<string, string | null>; requestsPerTurn?: number; toolCallsPerTurn?: number; subAgentsPerTurn?: number; tokensPerTurn?: number; requestsPerChild?: number; minutesPerTurn?: number; budgetUsd?: number | null; budgetMinutes?: number | null } }

export type SettingSource = "environment" | "settings" | "none"

export type SettingsView = { model: string | null; modelInForce: string; knownModels: string[]; favouriteModels: string[]; hiddenModels: string[]; contextTokens: Record<string, number>; effortLevels: Record<string, EffortLevel[]>; modelEnds: Record<string, string>; endpoints: EndpointView[]; baseUrl: string | null; baseUrlSource: SettingSource; baseUrlInForce: string; timeouts: OwnTimeouts; automaticTitles: boolean | null; titlesInForce: boolean; titlesSource: SettingSource; keySource: SettingSource; keyRest: KeyStorage | null; keys: KeysView; telemetryEndpoint: string | null; telemetrySource: SettingSource; telemetryInForce: boolean; telemetryProblem: string | null; behaviour: Behaviour; permissionSource: SettingSource; notices: string[]; wrongValues: string[] }

export type ShellCommand = { id: string; command: string; afterSeq: number; since: number; isSandboxed: boolean; phase: { type: "running" } | { type: "exited"; code: number; at: number } | { type: "killed"; signal: string; at: number } | { type: "stopped"; by: "person" | "quit" | "network" | "limit"; at: number } | { type: "notStarted"; reason: string } | { type: "interrupted" }; output: string }

export type Skipped = { what: string; count: number }

export type Source = { url: string; title: string | null }

export type SpanKind = "waiting" | "answering" | "tools" | "subAgents" | "you" | "retrying" | "summarising" | "stopping"

export type Spend = { usage: Usage; usd: number; unpricedTokens: number; unpricedSearches?: number }

export type StateView = { type: "idle"; can?: PersonAction[]; unfinished: "userCancel" | "restart" | "shutdown" | "cutReply" | "limit" | "budget" | "contextExhausted" | "error" | "forked" | null } | { type: "awaitingLlm"; can?: PersonAction[]; purpose: Purpose; dueAt: number } | { type: "llmRequesting"; can?: PersonAction[]; purpose: Purpose; attempt: number; phase: PhaseView } | { type: "awaitingApproval"; can?: PersonAction[]; calls: AskedCallView[] } | { type: "awaitingAnswer"; can?: PersonAction[]; callId: string; asked?: ToolQuestionView; behind: number } | { type: "toolExecuting"; can?: PersonAction[]; callId: string; editedTo?: string; startedAt: number; deadline: number; behind: number } | { type: "awaitingSubAgents"; can?: PersonAction[]; callId: string; startedAt: number; behind: number; children: { agentId: string; phase: ChildPhaseView }[] } | { type: "cancelling"; can?: PersonAction[]; turnId: string; what: string[]; deadline: number } | { type: "contextExhausted"; can?: PersonAction[]; choices: ContextChoice[] } | { type: "error"; can?: PersonAction[]; kind: ErrorKind; message: string; retryAt: number | null } | { type: "completed"; can?: PersonAction[] } | { type: "failed"; can?: PersonAction[]; reason: "unsuccessful" | "cancelled" | "timeout" | "turnLimit" | "cutReply" | "contextExhausted" | "interrupted" | "auth" | "billing" | "rateLimit" | "overloaded" | "network" | "server" | "invalidRequest" | "refused" | "storage" | "internal"; message: string }

export type StorageSizes = { database: number; index: number; free: number; unpacked: number; files: number; outputs: number; undo: number; backups: number; conversations: { id: string; title: string; bytes: number; messages: number }[]; others: { count: number; bytes: number } }

export type StorageTrouble = "full" | "readOnly" | "failing" | "damaged" | "slow" | "locked"

export type SubAgentContent = { type: "subAgent"; callId: string; agentId: string; task: string; outcome: SubAgentOutcome; text: string }

export type SubAgentOutcome = "completed" | "unsuccessful" | "cancelled" | "timeout" | "turnLimit" | "cutReply" | "contextExhausted" | "interrupted" | "auth" | "billing" | "rateLimit" | "overloaded" | "network" | "server" | "invalidRequest" | "refused" | "storage" | "internal"

export type SummaryContent = { type: "summary"; text: string; model: string | null; usage: Usage; price?: Price | null; throughSeq?: Place; focus?: SummaryFocus }

export type SummaryFocus = string

export type SystemContent = { type: "system"; text: string; hooks?: HookRun[] }

export type Terminal = { id: string; title: string; size: TerminalSize; phase: { type: "running" } | { type: "ended"; code: number | null; signal: string | null } }

export type TerminalSize = { columns: number; rows: number }

export type TokenId = string

export type TokenView = { id: TokenId; name: string; scopes: Scope[]; createdAt: number; lastUsedAt: number | null; connections: number }

export type ToolContent = { type: "text"; text: string } | { mediaType: ImageType; name: string; bytes: number; width: number; height: number; type: "image"; blob: BlobHash }

export type ToolQuestionView = { number: number; by: string; question: UserQuestion; deadline: number }

export type ToolResultContent = { type: "tool"; callId: string; outcome: CallOutcome; content: ToolContent[]; durationMs: number | null; summary: string | null; files?: FileChange[]; hooks?: HookRun[] }

export type Trust = "allowed" | "changed" | "notAllowed"

export type TrustView = { kind: "hooks" | "skill" | "agent" | "command" | "instructions"; name: string; title: string; path: string; origin: "folder" | "person"; hash: string; text: string; trust: Trust; difference: string | null; problems: string[] }

export type TurnSpan = { kind: SpanKind; from: number; to: number }

export type TurnView = { id: string; goal: Purpose; model: string; insteadOf: string | null; fallback: string | null; attempts: number; timeAsked: { workedMs: number; moreMs: number; endsAt: number | null } | null }

export type UndoContent = { type: "undo"; of: "edits" | "undo"; messageIds: string[]; files: FileChange[]; heard: "next" | "afterReply" }

export type UnreadableContent = { type: "unreadable"; missing: number }

export type UnsentDraft = { conversationId: string; folder: string; beginning: string; files: number }

export type Usage = { inputTokens: number; outputTokens: number; cacheReadTokens: number; cacheWriteTokens: number; cacheWriteHourTokens?: number; usd?: number; searches?: number }

export type UserContent = { type: "user"; text: string; attachments: Attachment[]; author: "person" | "phoenix"; instructions?: InstructionsNote[]; hooks?: HookRun[] }

export type UserQuestion = { question: string; header?: string; options?: QuestionOption[]; multi_select?: boolean; link?: string; words?: "none" | "value" }

export type WaitingMessage = { id: string; text: string; attachments: Attachment[]; when: "idle" | "nextStep" | "held" }

export type WebStep = { type: "search"; id: string; queries: string[]; found: Source[] | null } | { type: "page"; id: string; url: string } | { type: "result"; id: string; found: Source[]; failure: string | null }

export type WithinAnswer = { places: PlaceWithin[]; isPhrase: boolean; hasMore: boolean; indexing: Indexing }

export type WorktreeFacts = { branch: string; path: string; repository: string; baseBranch: string | null; isThere: boolean; uncommitted: number; unmerged: number; heads: string }

export type WorktreeOf = { branch: string; repository: string }
