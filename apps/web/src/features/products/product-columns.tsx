import type { Product } from '@stockie/contracts'

import type { Column } from '@/components/data-table/column'
import { NameCell } from '@/components/data-table/name-cell'
import { formatMoney } from '@/lib/format'

import { categoryOf } from '@/lib/category-of'
import { describeStock } from './describe-stock'
import { StockCell } from './stock-cell'

/** `onStock` opens what has moved a product's stock. */
export function productColumns(onStock: (product: Product) => void): Column<Product>[] {
  return [
    {
      id: 'name',
      title: 'Product Name',
      value: ({ name }) => name,
      cell: ({ name, price, stock }) => (
        <NameCell name={name} below={`${formatMoney(price)} · Stock ${describeStock(stock)}`} />
      ),
      className: 'max-w-52 sm:max-w-64',
    },
    { id: 'category', title: 'Category', value: categoryOf, className: 'max-w-48' },
    {
      id: 'cost',
      title: 'Cost',
      value: ({ cost }) => cost,
      cell: ({ cost }) => formatMoney(cost),
      align: 'right',
    },
    {
      id: 'price',
      title: 'Price',
      value: ({ price }) => price,
      cell: ({ price }) => formatMoney(price),
      align: 'right',
    },
    {
      id: 'stock',
      title: 'Stock',
      value: ({ stock }) => stock,
      cell: (product) => <StockCell product={product} onOpen={onStock} />,
      align: 'right',
    },
    { id: 'description', title: 'Description', value: ({ description }) => description },
  ]
}
