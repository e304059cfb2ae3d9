import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { type ExportFile, number, text } from './export-columns'

const step = (title: string, column: string, about: string) => [
  text(title, isoInstantSql(`count.${column}_at`), about),
  text(
    `${title} by`,
    `(select name from users where id = count.${column}_by_id)`,
    'The user who did that.',
  ),
]

/** The stock counts of an export of everything. They have no deleted ones. */
export const stockCountFiles: readonly ExportFile[] = [
  {
    name: 'stock-counts',
    about: 'The counts of the stock. Their products are in stock-count-lines.csv.',
    columns: [
      number('Count ID', 'count.id', 'The number of the count.'),
      text('Name', 'count.name', 'Its name.'),
      text('Category', 'category.name', 'The category that was counted. Empty for other choices.'),
      text(
        'Blind',
        `case when blind then 'yes' else 'no' end`,
        'Whether it hid the expected stock until it was finished.',
      ),
      text('State', 'state', 'open, finished, posted, undone or discarded.'),
      number(
        'Products',
        '(select count(*) from stock_count_products where count_id = count.id)',
        'How many products were to be counted.',
      ),
      number(
        'Counted',
        '(select count(counted) from stock_count_products where count_id = count.id)',
        'How many of them were counted.',
      ),
      number('Differing', 'differing', 'How many it corrected. Empty if it was not posted.'),
      number('Units', 'units', 'By how many pieces in all. Empty if it was not posted.'),
      number('Value', 'value', 'Their cost. Empty if it was not posted.'),
      ...step('Started', 'created', 'When it was started.'),
      ...step('Finished', 'finished', 'When it was finished.'),
      ...step('Posted', 'posted', 'When it corrected the stock.'),
      ...step('Undone', 'undone', 'When that correction was taken back.'),
      ...step('Discarded', 'discarded', 'When it was discarded.'),
    ],
    from: 'stock_counts as count left join categories as category on category.id = category_id order by count.id',
  },
  {
    name: 'stock-count-lines',
    about: 'The products of the stock counts, one a row.',
    columns: [
      number('Count ID', 'count_id', 'The count that it belongs to, in stock-counts.csv.'),
      number('Product ID', 'product_id', 'The product. A deleted one is not in products.csv.'),
      text('Product Name', 'product.name', 'Its name today.'),
      number(
        'Counted',
        'counted',
        'The pieces that were counted. Empty if it was not counted, or if the number was taken back.',
      ),
      number('Stock', 'line.stock', 'The stock in Stockie at that moment.'),
      number(
        'Difference',
        'posted_delta',
        'By how many pieces the count corrected the stock. Empty if it was not posted.',
      ),
      number('Unit Cost', 'unit_cost', 'What one piece cost then. Empty if it was not posted.'),
      number(
        'Entries',
        'entries',
        'How many numbers were entered, also those that were taken back.',
      ),
      text('Time', isoInstantSql('counted_at'), 'When the last number was entered.'),
      text('Counted by', 'counter.name', 'The user who entered it.'),
    ],
    from: `stock_count_products as line join products as product on product.id = product_id
      left join users as counter on counter.id = counted_by_id order by count_id, product_id`,
  },
]
