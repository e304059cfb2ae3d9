import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { dayFormat, type ExportFile, number, text } from './export-columns'

const countId = (sql: string, about: string) => number('Cash count ID', sql, about)
const ofCount = countId('sheet.id', 'The count that it belongs to, in cash-counts.csv.')

/** The cash counts of an export of everything. They have no deleted ones. */
export const cashCountFiles: readonly ExportFile[] = [
  {
    name: 'cash-counts',
    about: 'The counts of the cash. A day may have several, and the last one corrects the others.',
    columns: [
      countId('sheet.id', 'The number of the count.'),
      text('Day', `to_char(day, ${dayFormat})`, 'The day that was counted.'),
      number('Opening float', 'opening_float', 'The cash at the beginning of the day.'),
      number(
        'Counted cash',
        'counted_total',
        'The cash that was there. Coins and notes are in cash-count-pieces.csv.',
      ),
      number(
        'Paid by card and otherwise',
        'paid_otherwise',
        'What was not paid in cash. Negative if more of it was paid back than paid.',
      ),
      number(
        'Cash taken out',
        'taken_out_total',
        'What was taken out. The amounts are in cash-taken-out.csv.',
      ),
      number(
        'Sales Total',
        'total_sales',
        'The sales of the day less its refunds, at the time of the count.',
      ),
      number(
        'Expected cash',
        'expected_cash',
        'Opening float + Sales Total - Paid by card and otherwise - Cash taken out.',
      ),
      number('Difference', 'difference', 'Counted cash - Expected cash.'),
      text('Remark', 'remark', 'The remark of the user.'),
      text('Time', isoInstantSql('sheet.created_at'), 'When the cash was counted.'),
      text('Counted by', 'creator.name', 'The user who counted it.'),
    ],
    from: 'day_sheets as sheet join users as creator on creator.id = created_by_id order by sheet.id',
  },
  {
    name: 'cash-count-pieces',
    about: 'The coins and notes of the counts that were not counted as a sum.',
    columns: [
      ofCount,
      number('Coin or note', `(piece ->> 'value')::numeric`, 'Its value.'),
      number('Count', `piece ->> 'count'`, 'How many there were.'),
    ],
    from: rowsOf(`counted -> 'pieces'`, 'piece'),
  },
  {
    name: 'cash-taken-out',
    about: 'The cash that was taken out on the day of a count.',
    columns: [
      ofCount,
      number('Amount', `(taken ->> 'amount')::numeric`, 'How much it was.'),
      text('Reason', `taken ->> 'reason'`, 'What it was for.'),
    ],
    from: rowsOf('taken_out', 'taken'),
  },
]

/** The elements of an array of each count, in the order of entry. A count without the array has none. */
function rowsOf(array: string, element: string): string {
  return `day_sheets as sheet,
    jsonb_array_elements(${array}) with ordinality as listed (${element}, position) order by sheet.id, position`
}
