// Written by `node scripts/docs/protocol.ts` from the command table: the types of `phoenix/client`, which need no package.

/** Where Phoenix is, and the token that it gave: `socket` as after --listen, or `origin` as in the printed address. */
export type Address = { readonly token: string } & (
  | { readonly socket: string }
  | { readonly origin: string }
)

/** What can be done, or why not. Nothing here throws or rejects. */
export type Result<Value, Fault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Fault }

/** A connection to a Phoenix that runs. */
export interface PhoenixClient {
  /** Answered exactly once, also when the connection ends. */
  request<Name extends keyof Commands>(
    name: Name,
    input: Commands[Name]['input'],
  ): Promise<Result<Commands[Name]['output'], AppError>>
  /** Stop: passes all that waits. */
  cancel(conversationId: string): Promise<Result<unknown, AppError>>
  onEvent(listener: (event: ClientEvent) => void): void
  /** Settled when the connection has ended, for whatever reason: closed, revoked, or Phoenix has quit. */
  readonly closed: Promise<void>
  close(): void
}

/** Connects once: whoever wants to come back calls it again. The error is a sentence for people. */
export declare function connectToPhoenix(address: Address): Promise<Result<PhoenixClient, string>>

export interface Commands {
  /** The list, the settings and the host's clock; subscribes to their changes. */
  readonly 'app.open': {
    readonly input: { shownFirst?: string[] }
    readonly output: { conversations: ConversationSummary[]; isWhole: boolean; settings: SettingsView; now: number; homeFolder: string; version: string; hasFolderDialog: boolean; hasDesktop: boolean; sandboxMissing: string | null; storageTrouble: StorageTrouble | null; folderWarning: string | null }
  }
  /** The client makes the id: sent twice, it creates once. */
  readonly 'conversation.create': {
    readonly input: { conversationId: string; folder: FolderText; permissionMode?: PermissionMode; reusesEmpty?: boolean; isThisOnly?: boolean }
    readonly output: ConversationSummary
  }
  /** Snapshot and subscription in one tick: every later event reaches this client, gap-free. */
  readonly 'conversation.open': {
    readonly input: { conversationId: string }
    readonly output: ConversationSnapshot
  }
  /** True while this client shows the conversation; new activity then does not mark it unread. */
  readonly 'conversation.look': {
    readonly input: { conversationId: string; isLooking: boolean }
    readonly output: {}
  }
  /** One line of at most 80 characters is kept of the title; no model replaces it later unless a person asks. */
  readonly 'conversation.rename': {
    readonly input: { conversationId: string; title: string }
    readonly output: {}
  }
  /** What a conversation has of its own. What is left out stays; a system prompt of null is Phoenix's own. */
  readonly 'conversation.configure': {
    readonly input: { conversationId: string; permissionMode?: PermissionMode; isThisOnly?: boolean; network?: boolean; webSearch?: boolean; systemPrompt?: string | null; model?: ChosenModel; fallbackModel?: ChosenFallback; effort?: ChosenEffort; keepTrying?: ChosenKeepTrying; budget?: ChosenBudget }
    readonly output: {}
  }
  /** Where the folder is now; refused where it is where it was, or the agent works. Nothing else moves a conversation. */
  readonly 'conversation.chooseFolder': {
    readonly input: { conversationId: string; folder: FolderText }
    readonly output: {}
  }
  /** A person's servers, and those of the folder of the conversation, if one is named. `problem`: of the folder's file. */
  readonly 'mcp.list': {
    readonly input: { conversationId: string | null }
    readonly output: { servers: McpServerView[]; problem: string | null }
  }
  /** Adds a server of a person's own, or takes the place of the one of its name. */
  readonly 'mcp.save': {
    readonly input: NamedServer
    readonly output: {}
  }
  readonly 'mcp.remove': {
    readonly input: { name: McpName }
    readonly output: {}
  }
  /** Of a person's own: for all conversations. */
  readonly 'mcp.switch': {
    readonly input: { name: McpName; isOn: boolean }
    readonly output: {}
  }
  /** A person's word on a server of a folder as it is now. Refused where that has another hash by now. */
  readonly 'mcp.allow': {
    readonly input: { conversationId: string; name: McpName; hash: string; isAllowed: boolean }
    readonly output: {}
  }
  /** A person accepts what a server says of itself and its tools, as it is now. Refused where that has another hash by now. */
  readonly 'mcp.accept': {
    readonly input: { conversationId: string | null; name: McpName; hash: string }
    readonly output: {}
  }
  /** Whether one conversation uses a server. */
  readonly 'mcp.use': {
    readonly input: { conversationId: string; name: McpName; isOn: boolean }
    readonly output: {}
  }
  /** Servers that the client has for one conversation, in place of those it brought before. They run for this conversation only, until the client disconnects, and are saved nowhere. `problems`: what of them is not used, and why. */
  readonly 'mcp.bring': {
    readonly input: { conversationId: string; servers: NamedServer[] }
    readonly output: { problems: string[] }
  }
  /** Starts it and asks for its tools. `message` is for people either way. */
  readonly 'mcp.test': {
    readonly input: { conversationId: string | null; name: McpName }
    readonly output: { works: boolean; message: string }
  }
  /** Begins to sign in to a server by HTTP. `url`: for the person's browser; null: it was not needed. */
  readonly 'mcp.signIn': {
    readonly input: { conversationId: string | null; name: McpName }
    readonly output: { url: string | null }
  }
  /** What it has said lately, beside its answers. */
  readonly 'mcp.log': {
    readonly input: { conversationId: string | null; name: McpName }
    readonly output: { text: string }
  }
  /** Of the servers that run. */
  readonly 'mcp.prompts': {
    readonly input: { conversationId: string }
    readonly output: { prompts: McpPrompt[] }
  }
  /** Its text, for the message. */
  readonly 'mcp.prompt': {
    readonly input: { conversationId: string; server: McpName; name: string; arguments: Record<string, string> }
    readonly output: { text: string }
  }
  /** Of the servers that run: those whose name or address holds the text. */
  readonly 'mcp.resources': {
    readonly input: { conversationId: string; text: string }
    readonly output: { resources: McpResource[] }
  }
  /** Those of the folder of the conversation, if one is named, and the person's own. */
  readonly 'trust.list': {
    readonly input: { conversationId: string | null }
    readonly output: { files: TrustView[] }
  }
  /** A person's word on one as it is now. Refused where it has another hash by now. */
  readonly 'trust.allow': {
    readonly input: { conversationId: string | null; kind: "hooks" | "skill" | "agent" | "command" | "instructions"; name: string; origin: "folder" | "person"; hash: string; isAllowed: boolean }
    readonly output: {}
  }
  /** The next 1,000 rows of those that the answer to `app.open` left out, as they were then: events say what changed since. */
  readonly 'list.rows': {
    readonly input: {}
    readonly output: { conversations: ConversationSummary[]; isWhole: boolean }
  }
  /** Takes a conversation out of the list, or brings it back. What it does goes on. */
  readonly 'conversation.archive': {
    readonly input: { conversationId: string; isArchived: boolean }
    readonly output: {}
  }
  /** A model makes a new title from the first question and the last answer. It replaces even a title that a person gave. `problem`: why there is none, for people; both null: another title was given or asked for meanwhile. */
  readonly 'conversation.retitle': {
    readonly input: { conversationId: string }
    readonly output: { title: string | null; problem: string | null }
  }
  /** Pinned ones stand first. */
  readonly 'conversation.pin': {
    readonly input: { conversationId: string; isPinned: boolean }
    readonly output: {}
  }
  /** Moves rows among those of their folder (`manual-order.ts`): one, and neighbours that have to make room. */
  readonly 'conversation.order': {
    readonly input: { ranks: { conversationId: string; rank: number }[] }
    readonly output: {}
  }
  /** Stops everything that it and its sub-agents do and hides it. After DELETION_UNDO_MS it is removed from the disk, or when Phoenix quits. Deleted twice, it is done. */
  readonly 'conversation.delete': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Brings a deleted conversation back; refused once it was removed. */
  readonly 'conversation.restore': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** The texts that were sent in all conversations of the folder of this one, the newest first: those before a place (null: from the newest). `next`: where to go on; null: there are no more. A page may be empty and not the last. */
  readonly 'prompt.earlier': {
    readonly input: { conversationId: string; before: PromptPlace | null }
    readonly output: { prompts: string[]; next: PromptPlace | null }
  }
  /** The newest conversations first. */
  readonly 'draft.unsent': {
    readonly input: {}
    readonly output: { drafts: UnsentDraft[] }
  }
  readonly 'backups.read': {
    readonly input: {}
    readonly output: BackupView
  }
  /** Answered when the backup is made, or could not be. One that runs already is the answer to all who ask. */
  readonly 'backups.make': {
    readonly input: {}
    readonly output: BackupView
  }
  /** How much room everything takes. Seconds where there is much. */
  readonly 'sizes.read': {
    readonly input: {}
    readonly output: StorageSizes
  }
  /** Removes what a person can do without, and answers what is left. */
  readonly 'sizes.prune': {
    readonly input: { what: Prunable }
    readonly output: StorageSizes
  }
  /** Stops all work and opens the database again, looking at all of it first. */
  readonly 'recovery.begin': {
    readonly input: {}
    readonly output: {}
  }
  /** This and what follows is answered while a database cannot be opened, and refused at all other times. At once. */
  readonly 'recovery.read': {
    readonly input: {}
    readonly output: RecoveryView
  }
  /** The same, when it is known what can be rescued. */
  readonly 'recovery.prepared': {
    readonly input: {}
    readonly output: RecoveryView
  }
  /** Moves the damaged database aside and puts what was rescued in its place; then all clients connect again. */
  readonly 'recovery.restore': {
    readonly input: {}
    readonly output: {}
  }
  /** Moves the damaged database aside and begins with nothing. */
  readonly 'recovery.startEmpty': {
    readonly input: {}
    readonly output: {}
  }
  /** Opens the database again: somebody has put it right. */
  readonly 'recovery.tryAgain': {
    readonly input: {}
    readonly output: {}
  }
  /** A part of all that was rescued; null begins, and answers null where there is nothing. */
  readonly 'recovery.export': {
    readonly input: { from: RescuePlace | null }
    readonly output: { part: RescuedPart | null }
  }
  readonly 'recovery.quit': {
    readonly input: {}
    readonly output: {}
  }
  /** This and the next are answered while a large database is made ready, and refused at all other times. */
  readonly 'preparation.read': {
    readonly input: {}
    readonly output: Preparation
  }
  /** Ends Phoenix. The next start makes the database ready. */
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
  /** The page of messages before `beforeSeq`, oldest first. */
  readonly 'conversation.earlier': {
    readonly input: { conversationId: string; beforeSeq: number }
    readonly output: { messages: Message[]; shells: ShellCommand[]; hasEarlier: boolean }
  }
  /** What its next request would be made of, and what it has used with its sub-agents. Not told by itself: it is counted on request. */
  readonly 'conversation.measure': {
    readonly input: { conversationId: string }
    readonly output: { shares: ContextShares; spend: ConversationSpend; canCount: boolean; budget: Budget; use: BudgetUse }
  }
  /** The tokens of its next request, as they are counted where its model is asked: all of it is sent there for that. */
  readonly 'conversation.count': {
    readonly input: { conversationId: string }
    readonly output: { tokens: number | null; problem: string | null }
  }
  /** Answered after the message is on disk. The same id with the same content is stored once. */
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
  /** Gives a turn that has reached its limit in time the same time again. Comes too late: answered as done. */
  readonly 'turn.extend': {
    readonly input: { conversationId: string; turnId: string }
    readonly output: {}
  }
  /** Summarises all, to make room, or what was said up to a place that a message of the person follows. Nothing new: done. */
  readonly 'turn.compact': {
    readonly input: { conversationId: string; throughSeq?: Place }
    readonly output: {}
  }
  /** Leaves the images of all that was said so far out of requests; they stay where they are. Done where there are none. */
  readonly 'attachments.drop': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Begins a new conversation in the same folder, with the same settings and copies of the messages of this one up to that place, also while this one is at work. Null: with a summary of all that was said in it, or an excerpt. The client makes the id: sent twice, it forks once. */
  readonly 'conversation.fork': {
    readonly input: { conversationId: string; newConversationId: string; throughSeq: number | null }
    readonly output: ConversationSummary
  }
  /** Takes back a message of the person (null: the newest) and all that was said since: the model no longer gets it. Answers what is to be said again. */
  readonly 'conversation.rewind': {
    readonly input: { conversationId: string; messageId: string | null }
    readonly output: { text: string; attachments: Attachment[] }
  }
  /** Has another version of a message count, with all that was said after it the last time. Done where it counts already. */
  readonly 'conversation.showVersion': {
    readonly input: { conversationId: string; messageId: string }
    readonly output: {}
  }
  /** Takes back all that was said behind a message, by its place; a reply keeps its results. Done where nothing was. */
  readonly 'conversation.restoreTo': {
    readonly input: { conversationId: string; throughSeq: number }
    readonly output: {}
  }
  /** Replays the stored logs of the next conversations behind `after` (null: from the first, sub-agents' too) and names the first difference of each with what is stored. `next`: where to go on; null: these were the last of `total`. `only`: this one. */
  readonly 'history.verify': {
    readonly input: { after: string | null; only?: string }
    readonly output: { conversations: number; events: number; differences: HistoryDifference[]; total: number; next: string | null; stale: number }
  }
  /** Looks into the usual places of other programs. Nothing is looked for before. */
  readonly 'import.find': {
    readonly input: {}
    readonly output: { sessions: FoundSession[] }
  }
  /** One that was found. */
  readonly 'import.session': {
    readonly input: { conversationId: string; sessionId: string }
    readonly output: { summary: ConversationSummary; skipped: Skipped[] }
  }
  /** Opens a file that came by `attachment.begin` and `attachment.append`, to be read. */
  readonly 'import.open': {
    readonly input: { fileId: FileId }
    readonly output: { fileId: FileId; title: string; folder: string; messageCount: number; skipped: Skipped[]; newest: { messages: Message[]; hasEarlier: boolean } }
  }
  readonly 'import.earlier': {
    readonly input: { fileId: FileId; beforeSeq: number }
    readonly output: { messages: Message[]; hasEarlier: boolean }
  }
  /** A file that is open. */
  readonly 'import.file': {
    readonly input: { conversationId: string; fileId: FileId }
    readonly output: { summary: ConversationSummary; skipped: Skipped[] }
  }
  /** The rows behind `afterSeq`, in their order. */
  readonly 'log.rows': {
    readonly input: { conversationId: string; afterSeq: number }
    readonly output: { rows: LogRowView[] }
  }
  /** Folds the log up to that row. Fails where it does not lead to what is stored. The newest that a client asks ends its older ones. */
  readonly 'log.past': {
    readonly input: { conversationId: string; seq: number }
    readonly output: PastView
  }
  /** Answered when the command is on record; then it begins. The client makes the id: sent twice, it runs once. */
  readonly 'shell.run': {
    readonly input: { conversationId: string; id: string; command: string }
    readonly output: {}
  }
  /** Answered when it is told to end; one that has ended is none. */
  readonly 'shell.stop': {
    readonly input: { conversationId: string; id: string }
    readonly output: {}
  }
  /** Those of a conversation, in the order in which they were opened; `conversation.terminals` follows each change. */
  readonly 'terminal.list': {
    readonly input: { conversationId: string }
    readonly output: { terminals: Terminal[]; version: number }
  }
  /** Starts the person's shell in the folder. Answered when it runs. The client makes the id: sent twice, it opens once. */
  readonly 'terminal.open': {
    readonly input: { conversationId: string; terminalId: string; size: TerminalSize }
    readonly output: {}
  }
  /** From now on this client is sent the screen as it is, and what is printed. Sent again, it gets the whole screen again. */
  readonly 'terminal.attach': {
    readonly input: { terminalId: string }
    readonly output: {}
  }
  readonly 'terminal.detach': {
    readonly input: { terminalId: string }
    readonly output: {}
  }
  /** What a person types or pastes. */
  readonly 'terminal.write': {
    readonly input: { terminalId: string; data: string }
    readonly output: {}
  }
  /** It has one size for all windows: that of the one that was used last. */
  readonly 'terminal.resize': {
    readonly input: { terminalId: string; size: TerminalSize }
    readonly output: {}
  }
  /** This client has drawn what was printed up to there. */
  readonly 'terminal.drawn': {
    readonly input: { terminalId: string; until: number }
    readonly output: {}
  }
  /** The last command with what it printed, as plain text; empty: none was run. A long one is cut at its beginning. */
  readonly 'terminal.lastCommand': {
    readonly input: { terminalId: string }
    readonly output: { text: string }
  }
  /** Ends it with all that was started in it. Answered when that is gone, or given up and listed as left over. */
  readonly 'terminal.close': {
    readonly input: { terminalId: string }
    readonly output: {}
  }
  /** This client answers for the files of a conversation until it disconnects, in place of any other. */
  readonly 'editor.offer': {
    readonly input: { conversationId: string; isOffered: boolean }
    readonly output: {}
  }
  /** Its text of the file that `editor.asked` named; null: it has none, or one that is too long. A late one is dropped. */
  readonly 'editor.answer': {
    readonly input: { askId: string; text: string | null }
    readonly output: {}
  }
  /** What git does not ignore in one of its folders; '' is the folder itself, others end in `/`. */
  readonly 'folder.list': {
    readonly input: { conversationId: string; under: string }
    readonly output: { entries: FolderEntry[]; isCut: boolean }
  }
  readonly 'folder.look': {
    readonly input: { conversationId: string; path: string; from: number }
    readonly output: FileLook
  }
  /** How a turn spent its time, by folding the log. Empty: the log knows no such turn, or it has only begun. */
  readonly 'turn.timeline': {
    readonly input: { conversationId: string; turnId: string }
    readonly output: { spans: TurnSpan[] }
  }
  /** The tokens and cost of the answers of each of these sub-agents. */
  readonly 'agents.spend': {
    readonly input: { agentIds: string[] }
    readonly output: { spends: { agentId: string; spend: Spend }[] }
  }
  /** What the model sees, and from where, were it asked now. A server that has not been started has no tools yet. */
  readonly 'conversation.told': {
    readonly input: { conversationId: string }
    readonly output: Told
  }
  /** A person's word on calls that wait for it. An answer that comes too late is answered as done. */
  readonly 'approval.answer': {
    readonly input: { conversationId: string; callIds: string[]; answer: ApprovalAnswer }
    readonly output: {}
  }
  /** A person's answer to a question of the agent. One to a question that is gone is answered as done. */
  readonly 'question.answer': {
    readonly input: { conversationId: string; callId: string; number?: number; answer: QuestionAnswer }
    readonly output: {}
  }
  /** What a call that waits for a person's word would change, as the files are now. */
  readonly 'approval.preview': {
    readonly input: { conversationId: string; callId: string }
    readonly output: ChangePreview
  }
  /** All rules, by their folders. */
  readonly 'rules.list': {
    readonly input: {}
    readonly output: { rules: FolderRule[] }
  }
  /** From the next reply on, what it allowed is asked for again. Removed twice, it is done. */
  readonly 'rules.remove': {
    readonly input: FolderRule
    readonly output: {}
  }
  /** How many files an undo would deal with, by what is on record. */
  readonly 'edits.count': {
    readonly input: { conversationId: string; target: EditsTarget }
    readonly output: { files: number }
  }
  /** What an undo would put back, and what not. Changes nothing. */
  readonly 'edits.preview': {
    readonly input: { conversationId: string; target: EditsTarget }
    readonly output: EditsLook
  }
  /** Puts back every file that still is what the tools made of it. Answered when that is on record. */
  readonly 'edits.undo': {
    readonly input: { conversationId: string; target: EditsTarget }
    readonly output: EditsUndone
  }
  /** The newest request of a client ends the one before. */
  readonly 'review.read': {
    readonly input: { conversationId: string; scope: ReviewScope }
    readonly output: Review
  }
  /** Comments that were not sent yet. */
  readonly 'review.comments': {
    readonly input: { conversationId: string }
    readonly output: { comments: ReviewComments }
  }
  readonly 'review.saveComments': {
    readonly input: { conversationId: string; comments: ReviewComments }
    readonly output: {}
  }
  /** A model writes a message for a commit of the folder's changes; nothing is committed. `problem`: why there is none, for people; both null: a newer request of the client took its place. */
  readonly 'review.draftMessage': {
    readonly input: { conversationId: string }
    readonly output: { message: string | null; problem: string | null }
  }
  /** A conversation in a worktree of its own, on a new branch. The client makes the id: sent twice, it creates once. */
  readonly 'worktree.create': {
    readonly input: { conversationId: string; folder: FolderText; branch: string; setupCommand: string; permissionMode?: PermissionMode }
    readonly output: { summary: ConversationSummary; notes: string[] }
  }
  readonly 'worktree.facts': {
    readonly input: { conversationId: string }
    readonly output: WorktreeFacts
  }
  /** Merges its branch where it began, and removes it. The conversation goes on in the repository. */
  readonly 'worktree.merge': {
    readonly input: { conversationId: string }
    readonly output: {}
  }
  /** Removes it with all that is not merged. Refused where the facts are others by now. */
  readonly 'worktree.discard': {
    readonly input: { conversationId: string; seen: WorktreeFacts }
    readonly output: {}
  }
  /** Null: there is no more than its result says. */
  readonly 'output.read': {
    readonly input: { conversationId: string; callId: string; before: number | null }
    readonly output: { page: OutputPage | null }
  }
  /** Puts a message behind those that wait, or in place of the waiting one of the same id. */
  readonly 'outbox.put': {
    readonly input: { conversationId: string; message: WaitingMessage }
    readonly output: {}
  }
  readonly 'outbox.remove': {
    readonly input: { conversationId: string; messageId: string }
    readonly output: {}
  }
  /** The order from now on; ids that are left out keep theirs, behind. */
  readonly 'outbox.order': {
    readonly input: { conversationId: string; messageIds: string[] }
    readonly output: {}
  }
  /** Sends a waiting message at once, as a message of its own. Refused, it goes on waiting. */
  readonly 'outbox.send': {
    readonly input: { conversationId: string; messageId: string; mode: MessageMode }
    readonly output: {}
  }
  readonly 'draft.save': {
    readonly input: { conversationId: string; text: string; attachments: Attachment[]; caret: number }
    readonly output: {}
  }
  /** A file begins to travel. One that is not finished in ten minutes, or whose client goes, is forgotten. */
  readonly 'attachment.begin': {
    readonly input: { fileId: FileId; name: string; bytes: number }
    readonly output: {}
  }
  /** The next piece of it. */
  readonly 'attachment.append': {
    readonly input: { fileId: FileId; data: string }
    readonly output: {}
  }
  /** Checks and prepares it. Answered when original and copy are kept; the file is forgotten either way. */
  readonly 'attachment.finish': {
    readonly input: { fileId: FileId }
    readonly output: PreparedFile
  }
  /** One piece of a blob, and how many bytes the whole has. */
  readonly 'blob.read': {
    readonly input: { hash: BlobHash; offset: number }
    readonly output: { data: string; bytes: number }
  }
  /** Folders whose path starts with the text; `~` is the home folder. At most 50. */
  readonly 'folder.complete': {
    readonly input: { text: FolderText }
    readonly output: { folders: string[] }
  }
  /** Shows the system's own dialog and answers when it is closed; null: nothing was chosen. */
  readonly 'folder.choose': {
    readonly input: {}
    readonly output: { folder: string | null }
  }
  /** Files and folders that git does not ignore whose path fits, best first; from the folder, with `/`, and at the end of a folder's. The newest request of a client ends the one before. */
  readonly 'files.find': {
    readonly input: { conversationId: string; text: string }
    readonly output: { paths: string[] }
  }
  /** Commands that the folder of the conversation and the person have written; of the same name, the folder's. */
  readonly 'files.commands': {
    readonly input: { conversationId: string }
    readonly output: { commands: OwnCommand[] }
  }
  /** What the files and folders are that a message names, in their order. */
  readonly 'files.named': {
    readonly input: { conversationId: string; paths: string[] }
    readonly output: { kinds: NamedKind[] }
  }
  /** A text of at most MAX_HEAD_BYTES, as an attachment that stays where it is. Null: its path has to say enough. */
  readonly 'files.attach': {
    readonly input: { conversationId: string; path: string }
    readonly output: { attachment: AttachedFile | null }
  }
  /** A file of the conversation's folder, or one that a call has named, in the editor; a folder in the file manager. */
  readonly 'open.file': {
    readonly input: { conversationId: string; path: string; line: number | null }
    readonly output: {}
  }
  readonly 'open.folder': {
    readonly input: { conversationId: string; program: FolderProgram }
    readonly output: {}
  }
  /** The editor that is used now; the error says why there is none. */
  readonly 'open.editor': {
    readonly input: {}
    readonly output: { name: string }
  }
  readonly 'settings.save': {
    readonly input: SettingsChange
    readonly output: SettingsView
  }
  /** Asks the endpoint once with these values, unsaved. `message` is for people either way. */
  readonly 'settings.test': {
    readonly input: { testId: string; change: SettingsChange }
    readonly output: { works: boolean; message: string }
  }
  /** Takes all keys there that are known, and those that are entered from now on: as near to it as this host can. */
  readonly 'keys.keep': {
    readonly input: { rest: KeyRest }
    readonly output: SettingsView
  }
  /** Adds an endpoint, or takes the place of the one of its id. */
  readonly 'endpoint.save': {
    readonly input: EndpointDraft
    readonly output: SettingsView
  }
  /** With its key. Conversations that name it say so when they ask it next. */
  readonly 'endpoint.remove': {
    readonly input: { id: EndpointId }
    readonly output: SettingsView
  }
  /** As which kind the server of this model wants to be asked, where it has said so by a refusal since Phoenix runs. */
  readonly 'endpoint.wanted': {
    readonly input: { model: string }
    readonly output: { kind: EndpointKind | null }
  }
  /** Asks one of its models once, unsaved. `message` is for people either way. */
  readonly 'endpoint.test': {
    readonly input: { testId: string; draft: EndpointDraft; model: string }
    readonly output: { works: boolean; message: string }
  }
  /** Either test, which answers at once that it was stopped. One that is over already stays as it is. */
  readonly 'test.stop': {
    readonly input: { testId: string }
    readonly output: {}
  }
  /** Asks it, unsaved, which models it has. `problem`: a sentence for people where it did not say. */
  readonly 'endpoint.models': {
    readonly input: { draft: EndpointDraft }
    readonly output: { models: EndpointModel[]; problem: string | null }
  }
  /** In all conversations. A page may be empty although there is a next one. */
  readonly 'search.find': {
    readonly input: SearchQuery
    readonly output: SearchAnswer
  }
  /** In one conversation: all places. */
  readonly 'search.within': {
    readonly input: { conversationId: string; text: string }
    readonly output: WithinAnswer
  }
  readonly 'desktop.notify': {
    readonly input: DesktopNotice
    readonly output: {}
  }
  /** The number on the app's icon; 0: none. */
  readonly 'desktop.badge': {
    readonly input: { count: number }
    readonly output: {}
  }
  /** The keys that are printed in the menu: those of the page. */
  readonly 'desktop.menuKeys': {
    readonly input: { keys: MenuKeys }
    readonly output: {}
  }
  /** One more window, with the form for a new conversation. */
  readonly 'desktop.newWindow': {
    readonly input: {}
    readonly output: {}
  }
  readonly 'token.list': {
    readonly input: {}
    readonly output: { tokens: TokenView[] }
  }
  /** `token` is answered this once. */
  readonly 'token.create': {
    readonly input: { name: string; scopes: Scope[] }
    readonly output: { token: string; view: TokenView }
  }
  /** Also closes its connections, at once. Revoked twice, it is done. */
  readonly 'token.revoke': {
    readonly input: { id: TokenId }
    readonly output: {}
  }
  /** The next part of a file for those who look for a fault: all parts, put together, are the file. */
  readonly 'diagnostics.read': {
    readonly input: DiagnosticsWanted
    readonly output: DiagnosticsPage
  }
  /** Ends a process that outlived its call, or a background job; one that has ended is taken off the list. */
  readonly 'process.end': {
    readonly input: { conversationId: string; workId: string }
    readonly output: {}
  }
}

/** What Phoenix says by itself. */
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
  /** notice.clicked */
  | { type: "notice.clicked"; conversationId: string }
  /** link.opened */
  | { type: "link.opened"; link: Link | null }
  /** menu.chosen */
  | { type: "menu.chosen"; item: MenuItem }

export type Activity = "idle" | "unfinished" | "waiting" | "answering" | "compacting" | "runningTool" | "delegating" | "asking" | "retrying" | "stopping" | "contextFull" | "failed" | "done" | "setAside"

export type AgentContent = { type: "agent"; turnId: string; endpoint?: string; model: string; blocks: Block[]; end: ReplyEnd; usage: Usage; price?: Price | null }

export type ApprovalAnswer = { type: "once" } | { type: "edited"; command: string } | { type: "always"; rule: Rule } | { type: "deny"; reason: string }

export type AskedCallView = { callId: string; action: CallAction; why: AskReason; subjectIn: string | null; answer: "once" | "edited" | "always" | "deny" | null }

export type AskedFor = "approval" | "answer" | "moreTime"

export type AskReason = "mode" | "privateHost" | "outside" | "secret" | "repeated"

export type AttachedFile = { kind: "file"; original: BlobHash; name: string; bytes: number; mediaType: string; isText: boolean; pages?: number; text?: { blob: BlobHash; bytes: number; path: string }; path: string; head?: { text: string; isWhole: boolean } }

export type AttachedImage = { original: BlobHash; copy: BlobHash; mediaType: ImageType; name: string; bytes: number; width: number; height: number }

export type Attachment = AttachedImage | AttachedFile

export type AttachmentsDroppedContent = { type: "attachmentsDropped" }

export type BackgroundJob = { callId: string; number: number; since: number; workId: string; command: string; phase: { type: "running" } | { type: "ending" } | { type: "exited"; code: number; at: number } | { type: "killed"; signal: string; at: number } | { type: "withdrawn"; right: "network" | "writing"; at: number }; lastLines: string }

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

export type ContextChoice = "compact" | "largerModel" | "dropAttachments" | "fork" | "edit" | "retry"

export type ContextLimits = { limitTokens: number; holdsImages: boolean; documents?: DocumentLimits }

export type ContextShares = { system: number; tools: number; files: number; messages: number; images: number }

export type ContextUse = { usedTokens: number; limitTokens: number; holdsImages: boolean; documents?: DocumentLimits }

export type ConversationSnapshot = { summary: ConversationSummary; epoch: number; seq: number; now: number; model: string; state: StateView; turn: TurnView | null; messages: Message[]; unsaved: Message[]; hasEarlier: boolean; reply: LiveReply | null; silence: LiveSilence | null; output: LiveOutput | null; hooks: LiveHook[]; orphans: OrphanProcess[]; jobs: BackgroundJob[]; jobEnds: JobEnd[]; shells: ShellCommand[]; draft: MessageDraft; permissionMode: PermissionMode; network: boolean; webSearch: boolean; searchesWeb: boolean; systemPrompt: string | null; chosenModel: ChosenModel; chosenFallback: ChosenFallback; chosenEffort: ChosenEffort; chosenKeepTrying: ChosenKeepTrying; chosenBudget: ChosenBudget; isFolderGone: boolean; instructions: Instructions[]; use: ContextUse; waiting: WaitingMessage[] }

export type ConversationSpend = { own: Spend; subAgents: Spend }

export type ConversationSummary = { id: string; title: string; folder: string; createdAt: number; updatedAt: number; activity: Activity; asks: AskedFor | null; hasBegun: boolean; isUnread: boolean; forkedFrom: string | null; isArchived: boolean; pinnedAt: number | null; rank: number | null; jobs: number; worktree: WorktreeOf | null }

export type DesktopNotice = { conversationId: string; title: string; body: string; hasSound: boolean }

export type DiagnosticsPage = { text: string; next: { part: "events" | "messages"; after: number } | null }

export type DiagnosticsWanted = { conversationId: string | null; withTexts: boolean; from: { part: "events" | "messages"; after: number } | null }

export type DocumentLimits = { bytes: number; pages: number; tokensPerPage: number }

export type EditsLook = { restorable: { shown: string; becomes: "restored" | "deleted" | "recreated" }[]; conflicts: { shown: string; why: string }[]; mayHaveChanged: { commands: number; names: string[]; more: number; gap: string | null } | null }

export type EditsTarget = { type: "turn"; turnId: string } | { type: "since"; throughSeq: number } | { type: "message"; messageId: string }

export type EditsUndone = { undone: number; conflicts: { shown: string; why: string }[] }

export type Effort = "auto" | "none" | "low" | "medium" | "high" | "xhigh" | "max"

export type EffortLevel = "none" | "low" | "medium" | "high" | "xhigh" | "max"

export type EndpointDraft = { id: EndpointId; kind: EndpointKind; baseUrl: string; models: EndpointModel[]; timeouts: OwnTimeouts; region?: CloudRegion; project?: CloudProject; apiKey: string | null; headers: Record<string, string> | null }

export type EndpointId = string

export type EndpointKind = "openai" | "responses" | "anthropic" | "gemini" | "bedrock" | "vertex"

export type EndpointModel = { id: string; contextTokens: number | null; outputTokens: number | null; price?: OwnPrice | null; displayName?: string }

export type EndpointView = { id: EndpointId; kind: EndpointKind; baseUrl: string; models: EndpointModel[]; timeouts: OwnTimeouts; region?: CloudRegion; project?: CloudProject; hasKey: boolean; headerNames: string[]; keyRest: KeyRest | null }

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

export type KeyRest = "sealed" | "file" | "memory"

export type KeyringState = "here" | "missing" | "unasked"

export type KeysView = { keyring: KeyringState; rest: KeyRest; folder: string }

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

export type McpServer = { timeout?: number; type: "http"; url: string; headers?: Record<string, string> } | { timeout?: number; type?: "stdio"; command: string; args?: string[]; env?: Record<string, string>; sandbox?: boolean }

export type McpServerView = { name: string; origin: McpOrigin; hash: string; type: "stdio" | "http"; runs: string; difference: string | null; given: string[]; isSandboxed: boolean; state: McpState; isOffHere: boolean; wantsSignIn: boolean; problem: string | null; tools: number | null; instructions: string; words: { hash: string; trust: Trust; difference: string | null; isTold: boolean } | null; leftOut: string[] }

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

export type PastFile = { shown: string; became: "created" | "changed" | "deleted" }

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

export type Prunable = "outputs" | "undo"

export type Purpose = "reply" | "compaction"

export type QuestionAnswer = { type: "answered"; options: number[]; text: string } | { type: "skipped" }

export type QuestionOption = { label: string; description?: string }

export type ReasoningField = "reasoning_content" | "thought_signature"

export type RecoveryView = { found: string; file: string; isDamaged: boolean; rescued: Rescued | null; problem: string | null }

export type Repair = { type: "withoutEffort"; effort: Effort } | { type: "withoutReasoning" } | { type: "withReasoningMarks"; field: ReasoningField } | { type: "renamedCalls" } | { type: "callsAsText" } | { type: "withoutEarlierThinking" } | { type: "withoutThinking" } | { type: "withoutImages"; blobs: BlobHash[] } | { type: "withoutAllImages"; blobs: BlobHash[] } | { type: "withoutDocuments"; blobs: BlobHash[] } | { type: "shortOutputs" } | { type: "withSummary" }

export type RepairContent = { type: "repair"; text: string; model: string; repair: Repair }

export type ReplyEnd = "endTurn" | "stopSequence" | "toolUse" | "maxTokens" | "pauseTurn" | "contextFull" | "refusal" | "unknown"

export type Rescued = { backupAt: number | null; conversations: number; messages: number; salvaged: number; behind: string[]; lost: string[] }

export type RescuedPart = { conversation: { title: string; folder: string }; messages: Message[]; next: RescuePlace | null }

export type RescuePlace = { conversationId: string; afterSeq: number }

export type Review = { files: ReviewedFile[]; notes: string[] }

export type ReviewComment = { id: string; path: string; side: "old" | "now"; line: number; quoted: string; text: string }

export type ReviewComments = ReviewComment[]

export type ReviewedFile = { path: string; from: string | null; what: "changed" | "new" | "deleted" | "renamed"; hunks: string; added: number; removed: number; note: string | null }

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

export type SettingsView = { model: string | null; modelInForce: string; knownModels: string[]; favouriteModels: string[]; hiddenModels: string[]; contextTokens: Record<string, number>; effortLevels: Record<string, EffortLevel[]>; modelEnds: Record<string, string>; endpoints: EndpointView[]; baseUrl: string | null; baseUrlSource: SettingSource; baseUrlInForce: string; timeouts: OwnTimeouts; automaticTitles: boolean | null; titlesInForce: boolean; titlesSource: SettingSource; keySource: SettingSource; keyRest: KeyRest | null; keys: KeysView; telemetryEndpoint: string | null; telemetrySource: SettingSource; telemetryInForce: boolean; telemetryProblem: string | null; behaviour: Behaviour; permissionSource: SettingSource; notices: string[] }

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

export type SummaryContent = { type: "summary"; text: string; model: string | null; usage: Usage; price?: Price | null; throughSeq?: Place }

export type SystemContent = { type: "system"; text: string; hooks?: HookRun[] }

export type Terminal = { id: string; title: string; size: TerminalSize; phase: { type: "running" } | { type: "ended"; code: number | null; signal: string | null } }

export type TerminalSize = { columns: number; rows: number }

export type TokenId = string

export type TokenView = { id: TokenId; name: string; scopes: Scope[]; createdAt: number; lastUsedAt: number | null; connections: number }

export type Told = { model: string; system: { from: "phoenix" | "person"; text: string; bytes: number }; files: { path: string; bytes: number; isCut: boolean; text: string }[]; tools: { name: string; from: "phoenix" | "server"; description: string; input: string; bytes: number }[] }

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

export type UserQuestion = { question: string; header?: string; options?: QuestionOption[]; multi_select?: boolean; link?: string }

export type WaitingMessage = { id: string; text: string; attachments: Attachment[]; when: "idle" | "nextStep" | "held" }

export type WebStep = { type: "search"; id: string; queries: string[]; found: Source[] | null } | { type: "page"; id: string; url: string } | { type: "result"; id: string; found: Source[]; failure: string | null }

export type WithinAnswer = { places: PlaceWithin[]; hasMore: boolean; indexing: Indexing }

export type WorktreeFacts = { branch: string; path: string; repository: string; baseBranch: string | null; isThere: boolean; uncommitted: number; unmerged: number; heads: string }

export type WorktreeOf = { branch: string; repository: string }
