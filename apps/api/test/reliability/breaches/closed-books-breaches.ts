import type { Breach } from './return-breaches'

const closeThrough = (day: string) =>
  `update books set closed_through = '${day}', updated_at = now() - interval '1 day'`

/** Changes that each break the invariant about closed books only. */
export const closedBooksBreaches: Breach[] = [
  // The sale was recorded and deleted.
  [
    'inv_records_closed_books',
    closeThrough('2026-10-01'),
    { source: 'sales', document_id: 3, day: '2026-10-01', closed_through: '2026-10-01' },
    2,
  ],
  [
    'inv_records_closed_books',
    `insert into journal (at, expense_at, document_id, sign, source, action, amount)
       values ('2026-09-01', '2026-09-01', 1, 1, 'expenses', 'recorded', 5),
         (now(), '2026-09-01', 1, -1, 'expenses', 'deleted', -5);
     ${closeThrough('2026-09-30')}`,
    { source: 'expenses', document_id: 1, day: '2026-09-01' },
  ],
  [
    'inv_records_closed_books',
    `update day_sheets set day = '2026-09-02' where id = 1; ${closeThrough('2026-09-30')}`,
    { source: 'day_sheets', document_id: 1, day: '2026-09-02' },
  ],
]
