export const EXPORT_FORMATS = ['markdown', 'json', 'yaml'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
