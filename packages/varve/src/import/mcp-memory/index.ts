import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** The knowledge graph file of the MCP memory server: entities, observations, relations. */
export const mcpMemory: ImportFormat = { name: 'mcp-memory', title: 'MCP server-memory graph', detect, parse }
