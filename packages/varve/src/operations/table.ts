import type { Operation } from './operation.ts'

/** A command as help shows it; what it does is loaded when it is called. */
export interface TableRow {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Operation>
}

/** Second words of a command, `link add`, are names with a space. */
export const OPERATIONS: readonly TableRow[] = [
  row('init', 'Make this folder a project with a memory', () => import('./init.ts').then((m) => m.init)),
  row('add', 'Add a piece of knowledge', () => import('./add.ts').then((m) => m.add)),
  row('show', 'Show an entry, whole', () => import('./show.ts').then((m) => m.show)),
  row('list', 'List what is held to be true', () => import('./list.ts').then((m) => m.list)),
  row('search', 'Find what is known about something', () => import('./search.ts').then((m) => m.search)),
  row('recall', 'Recall what is known, the warmest first, within a budget', () =>
    import('./recall.ts').then((m) => m.recall),
  ),
  row('entities', 'List what the memory speaks of', () => import('./entities.ts').then((m) => m.entities)),
  row('edit', 'Change, retract or restore an entry', () => import('./edit.ts').then((m) => m.edit)),
  row('link add', 'Link two entries', () => import('./link-add.ts').then((m) => m.linkAdd)),
  row('link remove', 'Remove a link', () => import('./link-remove.ts').then((m) => m.linkRemove)),
  row('link materialize', 'State the links of a text by themselves', () =>
    import('./link-materialize.ts').then((m) => m.linkMaterialize),
  ),
  row('link list', 'List the links of an entry', () => import('./link-list.ts').then((m) => m.linkList)),
  row('tree', 'Show what an entry is linked with, hop by hop', () => import('./tree.ts').then((m) => m.tree)),
  row('graph', 'Show how the memory hangs together: links and digests', () =>
    import('./graph.ts').then((m) => m.graph),
  ),
  row('path', 'Show how two entries hang together', () => import('./path.ts').then((m) => m.path)),
  row('context', 'Gather entries for a task, within a budget', () =>
    import('./context-bundle.ts').then((m) => m.contextBundle),
  ),
  row('log', 'Show what was changed, when, by whom', () => import('./log.ts').then((m) => m.log)),
  row('undo', 'Take a change back', () => import('./undo.ts').then((m) => m.undo)),
  row('redo', 'Take an undo back', () => import('./redo.ts').then((m) => m.redo)),
  row('compact', 'Press the memory into its small surface', () =>
    import('./compact.ts').then((m) => m.compact),
  ),
  row('compact apply', 'Let a digest stand in for its sources', () =>
    import('./compact-apply.ts').then((m) => m.compactApply),
  ),
  row('compact remove', 'Withdraw that an entry stands for others', () =>
    import('./compact-remove.ts').then((m) => m.compactRemove),
  ),
  row('compact show', 'Show what lies under a digest', () =>
    import('./compact-show.ts').then((m) => m.compactShow),
  ),
  row('compact status', 'Say what an entry is under, and what is under it', () =>
    import('./compact-status.ts').then((m) => m.compactStatus),
  ),
  row('compact report', 'Measure a digest against its sources: what it saves, keeps and misses', () =>
    import('./compact-report.ts').then((m) => m.compactReport),
  ),
  row('compact suggest', 'Find groups of entries that a digest would be worth writing for', () =>
    import('./compact-suggest.ts').then((m) => m.compactSuggest),
  ),
  row('compact guide', 'Say how to write a digest', () =>
    import('./compact-guide.ts').then((m) => m.compactGuide),
  ),
  row(
    'consolidate',
    'Let cold notes sink under digests, bury what nobody asks for, flag work that stalls',
    () => import('./consolidate.ts').then((m) => m.consolidate),
  ),
  row('import', 'Take in files and other memories', () => import('./import.ts').then((m) => m.importFiles)),
  row('export', 'Write the memory out as files', () => import('./export.ts').then((m) => m.exportFiles)),
  row('audit', 'Report on the health of a memory, yours or any other', () =>
    import('./audit.ts').then((m) => m.audit),
  ),
  row('review', 'List what only a person can settle', () => import('./review.ts').then((m) => m.review)),
  row('review accept', 'Do what a review item proposes', () =>
    import('./review-decide.ts').then((m) => m.reviewAccept),
  ),
  row('review reject', 'Keep what a review item speaks of apart', () =>
    import('./review-decide.ts').then((m) => m.reviewReject),
  ),
  row('review supersede', 'Say which of the entries replaces the others', () =>
    import('./review-decide.ts').then((m) => m.reviewSupersede),
  ),
  row('review edit', 'Replace all entries of a review item by a text of yours', () =>
    import('./review-decide.ts').then((m) => m.reviewEdit),
  ),
  row('review snooze', 'Put a review item off', () =>
    import('./review-decide.ts').then((m) => m.reviewSnooze),
  ),
  row('check-stale', 'Find entries whose files, scripts or versions are no longer so', () =>
    import('./check-stale.ts').then((m) => m.checkStale),
  ),
  row('guard pair', 'Say whether two texts may count as one', () =>
    import('./guard-pair.ts').then((m) => m.guardPair),
  ),
  row('guard check', 'Say whether a text may stand for others: nothing invented, nothing lost', () =>
    import('./guard-check.ts').then((m) => m.guardCheck),
  ),
  row('guard eval', 'Measure the guard on labelled pairs', () =>
    import('./guard-eval.ts').then((m) => m.guardEval),
  ),
  row('session import', 'Take in sessions that agents wrote down', () =>
    import('./session-import.ts').then((m) => m.sessionImport),
  ),
  row('session capture', 'Take in what came to a session since it was last read', () =>
    import('./session-capture.ts').then((m) => m.sessionCapture),
  ),
  row('session list', 'List sessions', () => import('./session-list.ts').then((m) => m.sessionList)),
  row('session show', 'Show a session, message by message', () =>
    import('./session-show.ts').then((m) => m.sessionShow),
  ),
  row('session stats', 'Count sessions and what they take', () =>
    import('./session-stats.ts').then((m) => m.sessionStatsOperation),
  ),
  row('session tag', 'Tag a session', () => import('./session-tag.ts').then((m) => m.sessionTag)),
  row('session exclude', 'Leave a session out of everything', () =>
    import('./session-exclude.ts').then((m) => m.sessionExclude),
  ),
  row('session prune', 'Lay old sessions aside', () =>
    import('./session-prune.ts').then((m) => m.sessionPrune),
  ),
  row('session sync', 'Take in what hooks left, and learn from it', () =>
    import('./session-sync.ts').then((m) => m.sessionSync),
  ),
  row('learn', 'Learn from sessions, without a model', () => import('./learn.ts').then((m) => m.learn)),
  row('learn list', 'List what was learnt, the worthiest first', () =>
    import('./learn-list.ts').then((m) => m.learnList),
  ),
  row('learn show', 'Show a learning with its evidence', () =>
    import('./learn-show.ts').then((m) => m.learnShow),
  ),
  row('learn promote', 'Hold a learning to be true', () =>
    import('./learn-override.ts').then((m) => m.learnPromote),
  ),
  row('learn demote', 'Hold a learning to be unproven', () =>
    import('./learn-override.ts').then((m) => m.learnDemote),
  ),
  row('learn auto', 'Let the scores of a learning decide again', () =>
    import('./learn-override.ts').then((m) => m.learnAuto),
  ),
  row('knowledge show', 'Show what the project learnt', () =>
    import('./knowledge-show.ts').then((m) => m.knowledgeShow),
  ),
  row('knowledge sync', 'Exchange records with a team: by its server, by a folder that git carries', () =>
    import('./knowledge-sync.ts').then((m) => m.knowledgeSync),
  ),
  row('knowledge pull', 'Take in what the team has', () =>
    import('./knowledge-sync.ts').then((m) => m.knowledgePull),
  ),
  row('knowledge push', 'Give the team what it lacks', () =>
    import('./knowledge-sync.ts').then((m) => m.knowledgePush),
  ),
  row('team create', 'Share this project’s memory by a server', () =>
    import('./team-create.ts').then((m) => m.teamCreate),
  ),
  row('team member', 'List who belongs to the team, let somebody in or out', () =>
    import('./team-member.ts').then((m) => m.teamMember),
  ),
  row('team token', 'List tokens for the team’s HTTP server, give one out, take one back', () =>
    import('./team-token.ts').then((m) => m.teamToken),
  ),
  row('team status', 'Say who you are to the team’s server, how far it is, and what waits here', () =>
    import('./team-status.ts').then((m) => m.teamStatus),
  ),
  row('fit', 'Say what fitting a recorded session’s window would have done', () =>
    import('./fit.ts').then((m) => m.fit),
  ),
  row('fit proxy', 'Fit the windows of agents that can only change a base URL', () =>
    import('./fit-proxy.ts').then((m) => m.fitProxy),
  ),
  row('fit bench', 'Replay all sessions of a folder, and add up what fitting them would have done', () =>
    import('./fit-bench.ts').then((m) => m.fitBench),
  ),
  row('fit diff', 'Show what a pass would have taken out, line by line', () =>
    import('./fit-diff.ts').then((m) => m.fitDiff),
  ),
  row('fit recall', 'Show what a placeholder stands for', () =>
    import('./fit-recall.ts').then((m) => m.fitRecall),
  ),
  row(
    'fit window',
    'Show the window of a captured session, part by part, as fitting it would have left it',
    () => import('./fit-window.ts').then((m) => m.fitWindow),
  ),
  row('fit passes', 'List what was decided on a session’s window, pass by pass', () =>
    import('./fit-passes.ts').then((m) => m.fitPasses),
  ),
  row('fit pins', 'List the rules that keep parts of a session’s window in full', () =>
    import('./fit-pins.ts').then((m) => m.fitPins),
  ),
  row('fit pin', 'Keep parts of a session’s window in full', () =>
    import('./fit-pins.ts').then((m) => m.fitPin),
  ),
  row('fit unpin', 'Take a rule away that keeps parts in full', () =>
    import('./fit-pins.ts').then((m) => m.fitUnpin),
  ),
  row('doctor', 'Check the store and name every problem', () => import('./doctor.ts').then((m) => m.doctor)),
  row('work next', 'Take a task that an agent can do for the memory', () =>
    import('./work-next.ts').then((m) => m.workNext),
  ),
  row('work submit', 'Give the answer to a task', () => import('./work-submit.ts').then((m) => m.workSubmit)),
  row('mcp', 'Serve the memory to an agent as MCP tools', () => import('./mcp.ts').then((m) => m.mcp)),
  row('ui', 'Look at the memory in a browser', () => import('./ui.ts').then((m) => m.ui)),
  row('serve', 'Serve a team’s memory over HTTP to people who have tokens', () =>
    import('./serve.ts').then((m) => m.serve),
  ),
  row('install', 'Make an agent use the memory', () => import('./install.ts').then((m) => m.install)),
  row('uninstall', 'Make an agent forget about the memory, which stays', () =>
    import('./uninstall.ts').then((m) => m.uninstall),
  ),
  row('status', 'Say what is stored and where', () => import('./status.ts').then((m) => m.status)),
  row('demo', 'Show what Varve does with your files, touching nothing', () =>
    import('./demo.ts').then((m) => m.demo),
  ),
  row('purge', 'Erase an entry for good', () => import('./purge.ts').then((m) => m.purge)),
]

function row<O>(name: string, summary: string, load: () => Promise<O>): TableRow {
  // Each operation has field types of its own; the table holds them all as one kind, and its input is
  // checked by the operation's schemas before it runs.
  return { name, summary, load: load as unknown as () => Promise<Operation> }
}
