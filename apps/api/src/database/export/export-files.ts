import type { StockReason } from '@stockie/contracts'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { cashCountFiles } from './cash-count-files'
import { dayFormat, type ExportFile, id, number, text } from './export-columns'
import { stockCountFiles } from './stock-count-files'

const reasons: Record<StockReason, string> = {
  opening: 'the stock of a new product',
  adjustment: 'a user set the stock by hand',
  sale: 'a sale was recorded',
  sale_deleted: 'a sale was deleted, and its products came back',
  sale_restored: 'a deleted sale was restored',
  purchase: 'a purchase was recorded',
  purchase_deleted: 'a purchase was deleted',
  purchase_restored: 'a deleted purchase was restored',
  import: 'a file set the stock',
  import_undone: 'the import of that file was undone',
  returned: 'sold products came back',
  return_deleted: 'a return was deleted',
  return_restored: 'a deleted return was restored',
  count: 'a stock count corrected it',
  count_undone: 'the correction of a stock count was taken back',
}

const contact = (name: string, whose: string): ExportFile => ({
  name,
  about: `The ${name}.`,
  columns: [
    id('id'),
    text('Name', 'name', `The name of the ${whose}.`),
    text('Email', 'email', 'The e-mail address.'),
    text('Phone', 'phone', 'The telephone number.'),
    text('Address', 'address', 'The postal address.'),
  ],
  from: `${name} where deleted_at is null order by id`,
})

const group = (name: string, table: string, what: string): ExportFile => ({
  name,
  about: `The groups of ${what}.`,
  columns: [id('id'), text('Name', 'name', 'The name of the category.')],
  from: `${table} where deleted_at is null order by id`,
})

const recording = (document: 'sale' | 'purchase' | 'return') => [
  text('Time', isoInstantSql(`${document}.created_at`), `When the ${document} was recorded.`),
  text('Recorded by', 'creator.name', 'The user who recorded it.'),
]

const items = (document: 'sale' | 'purchase', title: 'Sale ID' | 'Purchase ID'): ExportFile => ({
  name: `${document}-items`,
  about: `The items of the ${document}s, one a row, in the order of entry.`,
  columns: [
    number(title, `${document}_id`, `The ${document} that it belongs to, in ${document}s.csv.`),
    number('Product ID', 'product_id', 'The product. A deleted one is not in products.csv.'),
    text('Product Name', 'product_name', `The name of the product at the time of the ${document}.`),
    number('Price', 'price', `The ${document === 'sale' ? 'price' : 'cost'} of one piece.`),
    number('Quantity', 'quantity', 'The number of pieces.'),
    number('Total', 'item.total', 'The price times the quantity.'),
    ...(document === 'sale'
      ? [number('Cost', 'cost', 'What one piece had cost the shop. Empty if that is not known.')]
      : []),
  ],
  from: `${document}_lines as item join ${document}s as document on document.id = ${document}_id
    where deleted_at is null order by ${document}_id, item.id`,
})

/** The files of an export of everything, in the order of the archive. */
export const exportFiles: readonly ExportFile[] = [
  {
    name: 'products',
    about: 'The products, with their stock.',
    columns: [
      id('product.id'),
      text('Product Name', 'product.name', 'The name of the product.'),
      text('Code', 'code', 'Its code, such as the number of its barcode.'),
      text('Category', 'category.name', 'The name of its category. Empty if that was deleted.'),
      number('Cost', 'cost', 'What one piece costs the shop.'),
      number('Price', 'price', 'What one piece costs a customer.'),
      number(
        'Stock',
        'stock',
        'The pieces in stock: the sum of its changes in stock-movements.csv.',
      ),
      text('Description', 'description', 'Its description.'),
      number('Reorder Level', 'reorder_level', 'It is to be reordered at this stock or below.'),
      number('Reorder Target', 'reorder_target', 'The stock that a reorder fills up to.'),
    ],
    from: `products as product
      left join categories as category on category.id = category_id and category.deleted_at is null
      where product.deleted_at is null order by product.id`,
  },
  group('categories', 'categories', 'products'),
  contact('customers', 'customer'),
  contact('suppliers', 'supplier'),
  {
    name: 'sales',
    about: 'The sales. Their items are in sale-items.csv.',
    columns: [
      number('Sale ID', 'sale.id', 'The number of the sale.'),
      text('Sale Date', `to_char(sale_date, ${dayFormat})`, 'The day of the sale.'),
      number('Customer ID', 'customer_id', 'The customer. A deleted one is not in customers.csv.'),
      text('Customer Name', 'customer_name', 'The name of the customer at the time of the sale.'),
      number('Subtotal', 'subtotal', 'The sum of its items.'),
      number('Discount', 'discount', 'What is taken off the subtotal.'),
      number('Shipping Fees', 'shipping_fees', 'What is added to the subtotal.'),
      number(
        'Total Amount',
        'total_amount',
        'Subtotal - Discount + Shipping Fees, and at least 0.',
      ),
      text('Remark', 'remark', 'The remark of the user.'),
      ...recording('sale'),
    ],
    from: `sales as sale join users as creator on creator.id = sale.created_by_id
      where deleted_at is null order by sale.id`,
    sum: { title: 'Total Amount', sql: 'sum(total_amount) from sales' },
  },
  items('sale', 'Sale ID'),
  {
    name: 'returns',
    about: 'What came back or was paid back of the sales. The items are in return-items.csv.',
    columns: [
      number('Return ID', 'return.id', 'The number of the return.'),
      number('Sale ID', 'sale_id', 'The sale, in sales.csv.'),
      text('Return Date', `to_char(return_date, ${dayFormat})`, 'The day of the return.'),
      number('Refund', 'refund', 'What was paid back for the goods.'),
      number('Shipping Refund', 'shipping_refund', 'What was paid back for shipping.'),
      number('Total Refund', 'refund + shipping_refund', 'Refund + Shipping Refund.'),
      text('Remark', 'return.remark', 'The remark of the user.'),
      ...recording('return'),
    ],
    from: `returns as return join users as creator on creator.id = return.created_by_id
      where deleted_at is null order by return.id`,
    sum: { title: 'Total Refund', sql: 'sum(refund + shipping_refund) from returns' },
  },
  {
    name: 'return-items',
    about: 'The items of the returns, one a row, in the order of entry.',
    columns: [
      number('Return ID', 'return_id', 'The return that it belongs to, in returns.csv.'),
      number('Product ID', 'item.product_id', 'The product. A deleted one is not in products.csv.'),
      text('Product Name', 'sold.product_name', 'The name of the product at the time of the sale.'),
      number('Price', 'item.price', 'The price of one piece in the sale.'),
      number('Quantity', 'item.quantity', 'The number of pieces.'),
      text(
        'Back into stock',
        `case when restock then 'yes' else 'no' end`,
        'no for damaged pieces.',
      ),
    ],
    from: `return_lines as item join returns as document on document.id = return_id
      join sale_lines as sold on sold.id = sale_line_id
      where deleted_at is null order by return_id, item.id`,
  },
  ...cashCountFiles,
  {
    name: 'purchases',
    about: 'The purchases. Their items are in purchase-items.csv.',
    columns: [
      number('Purchase ID', 'purchase.id', 'The number of the purchase.'),
      text('Purchase Date', `to_char(purchase_date, ${dayFormat})`, 'The day of the purchase.'),
      number('Supplier ID', 'supplier_id', 'The supplier. A deleted one is not in suppliers.csv.'),
      text('Supplier Name', 'supplier_name', 'The name of the supplier at that time.'),
      number('Total Amount', 'total_amount', 'The sum of its items.'),
      text('Remark', 'remark', 'The remark of the user.'),
      ...recording('purchase'),
    ],
    from: `purchases as purchase join users as creator on creator.id = purchase.created_by_id
      where deleted_at is null order by purchase.id`,
    sum: { title: 'Total Amount', sql: 'sum(total_amount) from purchases' },
  },
  items('purchase', 'Purchase ID'),
  {
    name: 'expenses',
    about: 'The other costs of the shop.',
    columns: [
      id('expense.id'),
      text('Name', 'expense.name', 'What the money was spent on.'),
      number('Amount', 'amount', 'What it cost.'),
      text('Description', 'description', 'Its description.'),
      text('Category', 'category.name', 'The name of its category. Empty if that was deleted.'),
      // In the time zone of the session, which is that of the store.
      text('Date', `to_char(expense.created_at, ${dayFormat})`, 'The day of the expense.'),
      text('Entered', isoInstantSql('expense.entered_at'), 'When it was entered.'),
    ],
    from: `expenses as expense
      left join expense_categories as category
        on category.id = expense_category_id and category.deleted_at is null
      where expense.deleted_at is null order by expense.id`,
    sum: { title: 'Amount', sql: 'sum(amount) from expenses' },
  },
  group('expense-categories', 'expense_categories', 'expenses'),
  {
    name: 'stock-movements',
    about:
      'Every change of the stock of the products in products.csv, the oldest first. The changes of a\n' +
      'product add up to its stock. They include those of sales and purchases that were deleted.',
    columns: [
      number('Movement ID', 'movement.id', 'The number of the movement.'),
      text('Time', isoInstantSql('movement.created_at'), 'When the stock changed.'),
      number('Product ID', 'product_id', 'The product, in products.csv.'),
      text('Product Name', 'product.name', 'Its name today.'),
      text('Reason', 'reason', 'Why it changed. The words are explained below.'),
      number('Change', 'delta', 'How many pieces came in. Negative if they went out.'),
      number('Stock', 'balance', 'The stock afterwards.'),
      number(
        'Sale ID',
        'coalesce(movement.sale_id, return.sale_id)',
        'The sale. A deleted one is not in sales.csv.',
      ),
      number('Purchase ID', 'purchase_id', 'The purchase. A deleted one is not in purchases.csv.'),
      number('Return ID', 'return_id', 'The return. A deleted one is not in returns.csv.'),
      number(
        'Count ID',
        'count_id',
        'The stock count that corrected the stock, in stock-counts.csv.',
      ),
      text('User', 'users.name', 'The user who caused it.'),
      text(
        'Adjustment',
        'adjustment_reason',
        'Why a user set it by hand: damaged, lost, own-use, found or correction. Empty if not said.',
      ),
      text('Note', 'note', 'What the user added.'),
      number(
        'Unit Cost',
        'unit_cost',
        'What one piece cost when a user set or counted the stock. Empty for older changes.',
      ),
    ],
    from: `stock_movements as movement
      join products as product on product.id = product_id and product.deleted_at is null
      join users on users.id = user_id left join returns as return on return.id = return_id
      order by movement.id`,
    words: reasons,
  },
  ...stockCountFiles,
]
