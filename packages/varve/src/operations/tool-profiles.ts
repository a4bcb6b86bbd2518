/** Sets of tools: our own names, those that users of others know, all. */
export const TOOL_PROFILES = ['default', 'leanspec', 'linksee', 'full'] as const
export type ToolProfile = (typeof TOOL_PROFILES)[number]
