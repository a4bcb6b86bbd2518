import { words } from '../word-list.ts'

/** Words of everyday talk about software: in capitals throughout they fold, capitalised they are no name. */
export const ORDINARY_WORDS = words(`
  he she his her done nobody nothing without cannot mostly rarely today yesterday tomorrow currently
  use uses using used run runs running ran make makes made keep keeps kept avoid avoids avoiding
  avoided prefer prefers preferred require requires required add adds added adding remove removes
  removed removing delete deletes deleted create creates created update updates updated change changes
  changed check checks checked call calls called write writes writing written read reads reading put
  puts get gets getting got give gives take takes go goes start starts started stop stops stopped
  enable enables enabled disable disables disabled allow allows allowed deny denies denied deploy
  deploys deployed deploying build builds built building install installs installed installing commit
  commits committed committing push pushes pushed pushing pull pulls pulled merge merges merged
  merging release releases released ship ships shipped store stores stored save saves saved send sends
  sent return returns returned throw throws thrown fail fails failed failing pass passes passed
  passing lives live located listens listen points named contains contain belongs belong works work
  worked working depend depends means mean supports support remember reminder tip warning caution
  don't doesn't tests docs deployments migrations secrets snapshots fixtures new old first last next
  previous same other different local remote default public private team teams everyone everything
  whenever however except fix fixes fixed fixing open opens opened close closes closed wait waits load
  loads loaded reload restart restarts restarted rerun bump bumps bumped pin pins pinned format
  formats lint lints ask asks tell let lets try retry retries retried skip skips skipped ignore
  ignores ignored rotate rotates rotated rename renames renamed move moves moved copy copies copied
  expect expects wrap wraps import imports export exports upgrade upgrades upgraded downgrade handle
  handles handled validate validates validated generate generates generated apply applies applied turn
  turns log logs logged cache caches cached limit limits limited increase increases increased decrease
  decreases decreased reduce reduces reduced hold holds expire expires expired lasts block blocks
  blocked trigger triggers triggered migrate migrates migrated migrating switch switches switched
  choose chose plan plans planned planning two three four five six seven eight nine ten eleven twelve
  timeout timeouts database databases server servers port ports branch branches deployment migration
  endpoint endpoints staging production cluster clusters password passwords schema schemas script
  scripts directory folder repository repositories package packages dependency dependencies version
  versions feature features header headers cookie cookies interval retention threshold latency memory
  disk container containers image images pipeline pipelines workflow workflows hook hooks lockfile
  lockfiles backup backups coverage linter formatter developer developers reviewer reviewers approval
  approvals review reviews reviewed reviewing squash squashes squashed drop drops dropped rebase
  rebases rebased publish publishes published sign signs signed document documents documented seed
  seeds seeded normalise normalize cancelled canceled behaviour behavior documentation configuration
  configurations environment environments ensure ensures define defines defined declare declares
  prefix suffix notify notifies notified inform report reports reported encrypt encrypts encrypted
  indexes tables rows columns records entries fields values keys functions classes methods modules
  components services jobs tasks queues workers threads clients users admins sessions messages
  requests responses events errors warnings metrics alerts dashboards
`)
