import * as z from './schema.ts'

/** A finding of `phoenix doctor`. */
export const Finding = z
  .object({
    state: z
      .enum(['ok', 'note', 'missing'])
      .describe('note: Phoenix works without it. missing: it does not, and the exit code is 1.'),
    what: z.string().describe('What was looked at, and how it is. A sentence without its end.'),
    advice: z.string().describe('What to do about it, as a sentence. Empty: nothing.'),
  })
  .readonly()
export type Finding = z.infer<typeof Finding>

/**
 * The output of `phoenix doctor --json`. Readers must ignore unknown fields: new ones may be added, existing ones keep
 * their meaning. docs/command-line.md is generated from it.
 */
export const DoctorReport = z.object({
  version: z.string().describe('Of Phoenix.'),
  dataFolder: z.string().describe('An absolute path.'),
  folder: z.string().describe('Whose .mcp.json was looked at. An absolute path.'),
  findings: z.array(Finding).readonly().describe('In the order in which they are printed.'),
})
export type DoctorReport = z.infer<typeof DoctorReport>
