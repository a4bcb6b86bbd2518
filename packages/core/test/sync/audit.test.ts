import { expect, test } from 'vitest'
import { entryId } from '../../src/index.ts'
import { auditJournal, type TeamJournal } from '../../src/sync/index.ts'
import { BUILT_AT, buildAdd, buildRecord, createMemoryStore, FakeTeam } from '../../src/testing/index.ts'

const row = {
  id: entryId('e9'),
  branch: null,
  scope: 'project',
  content: 'Text',
  status: 'promoted',
  recurrence_count: 4,
  impact_score: 8,
  specificity_score: 8,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
} as const

/** A team with so many records, whose projection is empty, as they make it. */
async function teamOf(
  records: number,
): Promise<{ team: FakeTeam; journal: TeamJournal; add(): Promise<void> }> {
  const team = new FakeTeam('fake', 2)
  const journal = team.calls('alice')
  const add = async () => {
    const n = team.journal.length
    await journal.append(n, [buildRecord(n, [buildAdd(`e${n}`, `Text ${n}`)])], { rows: [], gone: [] })
  }
  for (let n = 0; n < records; n += 1) await add()
  return { team, journal, add }
}

const audit = (journal: TeamJournal) => auditJournal(journal, createMemoryStore(), BUILT_AT)
const codes = async (journal: TeamJournal) => (await audit(journal)).issues.map(({ code }) => code)

test('what others append while a journal is audited is no fault of it', async () => {
  for (const records of [0, 1, 2, 3, 4]) {
    const { journal, add } = await teamOf(records)
    let pages = 0
    const beside: TeamJournal = {
      ...journal,
      async page(after) {
        if (pages++ < 5) await add()
        return journal.page(after)
      },
    }
    expect(await audit(beside)).toMatchObject({ head: records, issues: [] })
  }
})

test('a projection that others write while a journal is audited hasn’t drifted', async () => {
  const { team, journal, add } = await teamOf(3)
  const beside: TeamJournal = {
    ...journal,
    async projection(after) {
      if (after === undefined) {
        team.rows.set(row.id, row)
        await add()
      }
      return journal.projection(after)
    },
  }
  expect(await codes(beside)).toEqual([])
  expect(await codes(journal)).toEqual(['projection_drift'])
})

test('a head that isn’t the last number is told, and its fix asks for the last one again', async () => {
  const { journal } = await teamOf(3)
  for (const head of [1, 2, 4, 7]) {
    const { issues } = await audit({ ...journal, head: async () => head })
    expect(issues.map(({ code, detail }) => [code, detail?.head])).toEqual([['team_head_differs', head]])
    expect(issues[0]?.fix[0]).toContain('max(seq)')
  }
})

test('records behind one of a newer program are there, though nothing folds them', async () => {
  const { team, journal } = await teamOf(5)
  const [first] = team.journal
  if (first === undefined) throw new Error('no record')
  team.journal[0] = { ...first, value: { ...(first.value as object), schema: 99 } }
  const { erased, issues } = await audit(journal)
  expect(issues.map(({ code }) => code)).toEqual(['upgrade_required'])
  expect([...erased.keys()]).toEqual(team.ids())
})
