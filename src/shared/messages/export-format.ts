/** What an exported conversation says of itself. */
export const EXPORT_FORMAT = 'phoenix-conversation'
/** The version of the format. It increases when a field changes its meaning. */
export const EXPORT_VERSION = 1
