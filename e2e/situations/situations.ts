import { ENDPOINT_SITUATIONS } from './app/endpoints.ts'
import { APP_SITUATIONS } from './app/life.ts'
import { LIST_SITUATIONS } from './app/list.ts'
import { RECOVERY_SITUATIONS } from './app/recovery.ts'
import { SEARCH_SITUATIONS } from './app/search.ts'
import { SETTINGS_SITUATIONS } from './app/settings.ts'
import { ATTACHED_SITUATIONS } from './conversation/attached.ts'
import { BUDGET_SITUATIONS } from './conversation/budget.ts'
import { BUSY_SITUATIONS } from './conversation/busy.ts'
import { COMPOSER_SITUATIONS } from './conversation/composer.ts'
import { HISTORY_SITUATIONS } from './conversation/history.ts'
import { KEPT_SITUATIONS } from './conversation/kept.ts'
import { TALK_SITUATIONS } from './conversation/talk.ts'
import { UNFINISHED_SITUATIONS } from './conversation/unfinished.ts'
import { BESIDE_SITUATIONS } from './folder/changes.ts'
import { FOLDER_SITUATIONS } from './folder/choosing.ts'
import { FILE_SITUATIONS } from './folder/files.ts'
import { AGENT_SITUATIONS } from './tools/agents.ts'
import { TOOL_SITUATIONS } from './tools/calls.ts'
import { HOSTILE_SITUATIONS } from './tools/hostile.ts'
import { JOB_SITUATIONS } from './tools/jobs.ts'
import { MCP_SITUATIONS } from './tools/mcp.ts'
import { FENCE_SITUATIONS } from './tools/sandbox.ts'
import { WEB_SITUATIONS } from './tools/web.ts'
import type { Situation } from './situation.ts'

export const SITUATIONS: readonly Situation[] = [
  ...TALK_SITUATIONS,
  ...SETTINGS_SITUATIONS,
  ...UNFINISHED_SITUATIONS,
  ...LIST_SITUATIONS,
  ...KEPT_SITUATIONS,
  ...HISTORY_SITUATIONS,
  ...RECOVERY_SITUATIONS,
  ...SEARCH_SITUATIONS,
  ...FILE_SITUATIONS,
  ...FOLDER_SITUATIONS,
  ...BESIDE_SITUATIONS,
  ...AGENT_SITUATIONS,
  ...ATTACHED_SITUATIONS,
  ...BUDGET_SITUATIONS,
  ...BUSY_SITUATIONS,
  ...COMPOSER_SITUATIONS,
  ...APP_SITUATIONS,
  ...TOOL_SITUATIONS,
  ...HOSTILE_SITUATIONS,
  ...JOB_SITUATIONS,
  ...FENCE_SITUATIONS,
  ...ENDPOINT_SITUATIONS,
  ...WEB_SITUATIONS,
  ...MCP_SITUATIONS,
]
