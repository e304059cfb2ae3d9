/**
 * The lines of a sale or a purchase as a JSON array in the order of entry, from `table` or what an
 * insert returns. A subselect that is sorted first was the quickest of all: an aggregate that sorts,
 * joins, and rows that are mapped in Node took longer (measured with 10,000 sales).
 */
export const documentLines = (table: string, document: 'sale' | 'purchase') => `(
    select json_agg(line) from (
      select product_id as "productId", product_name as "productName", price, quantity, total
      from ${table} where ${document}_id = ${document}.id order by id
    ) as line
  )`
