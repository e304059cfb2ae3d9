import type { Breach } from './return-breaches'

const entry = (source: string, id: number, change: string) => `
  insert into journal (at, day, expense_at, document_id, sign, source, action, amount)
  select at, day, expense_at, document_id, ${change} from journal
  where source = '${source}' and document_id = ${id} and action = 'recorded'`

/** Changes that each break the invariant of the journal only. Each kind of document is a part of its own. */
export const journalBreaches: Breach[] = [
  [
    'inv_journal_amounts',
    entry('sales', 1, `0, source, 'changed', 0.5`),
    { source: 'sales', document_id: 1, entered_amount: 12.5, due_amount: 12 },
  ],
  [
    'inv_journal_amounts',
    // A sale of $0.
    `delete from journal where source = 'sales' and document_id = 2`,
    { source: 'sales', document_id: 2, entered: 0, due: 1 },
  ],
  [
    'inv_journal_amounts',
    `update journal set day = day - 1 where source = 'purchases' and document_id = 2`,
    { source: 'purchases', document_id: 2 },
    2,
  ],
  [
    'inv_journal_amounts',
    entry('returns', 1, `-1, source, 'deleted', -amount`),
    { source: 'returns', document_id: 1, entered: 0, due: 1 },
  ],
  [
    'inv_journal_amounts',
    `insert into journal (at, expense_at, document_id, sign, source, action, amount)
     values (now(), now(), 1, 1, 'expenses', 'recorded', 50)`,
    { source: 'expenses', document_id: 1, entered: 1, due: 0 },
  ],
]
