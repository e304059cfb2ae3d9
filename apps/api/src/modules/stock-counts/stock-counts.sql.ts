import { isoInstantSql } from '#src/database/sql/days-to-instants'

/** SQL: the lines of one count. A posted count keeps its differences, and any other one computes them now. */
const linesSql = (count: string) => `
  select line.count_id, line.product_id as "productId", product.name, product.code,
    case when category.deleted_at is null then category.name end as "categoryName",
    product.deleted_at is not null as "isDeleted", coalesce(line.unit_cost, product.cost) as cost,
    case when ${count}.blind and ${count}.state = 'open' then null
      when counted is null then case when ${count}.posted_at is null then product.stock end
      else counted - difference end as expected,
    counted, entries, ${isoInstantSql('counted_at')} as "countedAt", users.name as "countedByName",
    moved, coalesce(line.stock - began_stock, 0) as "movedWhileCounting",
    case when not (${count}.blind and ${count}.state = 'open') then difference end as difference
  from stock_count_products as line
    join products as product on product.id = line.product_id
    join categories as category on category.id = product.category_id
    left join users on users.id = counted_by_id
    cross join lateral (
      select case when counted is null then 0
        else moved_since_count(line.product_id, movement_id, coalesce(${count}.posted_through, 9223372036854775807))
        end as moved
    ) as since
    cross join lateral (
      select case when ${count}.posted_at is null then counted + moved - product.stock
        else posted_delta end as difference
    ) as due
  where line.count_id = ${count}.id`

const columns = `
  count.id, count.name, count.category_id as "categoryId", category.name as "categoryName", blind,
  state, summary.*, ${isoInstantSql('count.created_at')} as "createdAt",
  creator.name as "createdByName",
  ${isoInstantSql('finished_at')} as "finishedAt", finisher.name as "finishedByName",
  ${isoInstantSql('posted_at')} as "postedAt", poster.name as "postedByName",
  ${isoInstantSql('undone_at')} as "undoneAt", undoer.name as "undoneByName"`

const joins = `
  left join categories as category on category.id = count.category_id
  join users as creator on creator.id = count.created_by_id
  left join users as finisher on finisher.id = finished_by_id
  left join users as poster on poster.id = posted_by_id
  left join users as undoer on undoer.id = undone_by_id
  cross join lateral (
    select count(*) as products, count(counted) as counted,
      count(*) filter (where difference <> 0) as differing, coalesce(sum(difference), 0) as units,
      coalesce(sum(difference::bigint * cost), 0) as value
    from (${linesSql('count')}) as line
  ) as summary`

export const countsSql = `select ${columns} from stock_counts as count ${joins} order by count.id desc`

/** Value $1: the id. The lines are sorted like the list of products. */
export const detailSql = `
  select ${columns}, (
    select coalesce(json_agg(line), '[]') from (
      select "productId", name, code, "categoryName", "isDeleted", cost, expected, counted, entries,
        "countedAt", "countedByName", moved, "movedWhileCounting", difference
      from (${linesSql('count')}) as line order by "productId"
    ) as line
  ) as lines
  from stock_counts as count ${joins} where count.id = $1`

/** Values: the name, the category, the products, blind, the account, the key, the hash of the body. */
export const insertCountSql = `
  with chosen as (
    select id from products where deleted_at is null
      and ($2::int is null or category_id = $2) and ($3::int[] is null or id = any($3))
  ), inserted as (
    insert into stock_counts (name, category_id, blind, created_by_id, key, request_hash)
    select $1, $2, $4, $5, $6, case when $6::text is not null then $7::bytea end where exists (select from chosen)
    returning id
  ), lines as (
    insert into stock_count_products (count_id, product_id)
    select inserted.id, chosen.id from inserted, chosen order by 2
  )
  select id from inserted`

/**
 * Values: the count, the product, the number, the mode, the numbers that the caller has seen, the account, the key. The
 * stock and the last movement are of one moment. A number of a finished count opens it again.
 */
export const enterSql = `
  with asked as (
    select id from stock_counts where id = $1 and state in ('open', 'finished') for share
  ), line as (
    insert into stock_count_products as line (count_id, product_id, counted, entries, began_stock, stock,
      movement_id, counted_by_id, counted_at)
    select asked.id, product.id, $3::int, 1, stock, stock, coalesce((
        select id from stock_movements where product_id = product.id order by id desc limit 1
      ), 0), $6::int, now()
    from asked, products as product
    where product.id = $2 and deleted_at is null and (coalesce($5::int, 0) = 0 or exists (
      select from stock_count_products where count_id = asked.id and product_id = $2
    ))
    on conflict (count_id, product_id) do update set
      counted = case $4::text when 'add' then coalesce(line.counted, 0) else 0 end + excluded.counted,
      entries = line.entries + 1,
      began_stock = case $4::text when 'add' then coalesce(line.began_stock, excluded.stock) else excluded.stock end,
      stock = excluded.stock, movement_id = excluded.movement_id, counted_by_id = excluded.counted_by_id,
      counted_at = excluded.counted_at
    where line.entries = coalesce($5::int, line.entries)
      and case $4::text when 'add' then coalesce(line.counted, 0) else 0 end <= 1000000000 - excluded.counted
    returning *
  ), entry as (
    insert into stock_count_entries (count_id, product_id, mode, counted, total, stock, user_id, key)
    select count_id, product_id, $4::text, $3::int, counted, stock, counted_by_id, $7::text from line
  ), reopened as (
    update stock_counts set state = 'open', finished_at = null, finished_by_id = null
    where id = $1 and state = 'finished' and exists (select from line)
  )
  select product_id from line`

/** Values: the count, the product. */
export const lineSql = `
  select (select row_to_json(answer)::text from (
    select "productId", name, code, "categoryName", "isDeleted", cost, expected, counted, entries,
      "countedAt", "countedByName", moved, "movedWhileCounting", difference
    from (${linesSql('count')}) as line where "productId" = $2
  ) as answer) as document, state, exists (
    select from products where id = $2 and deleted_at is null
  ) as "productExists", last.counted, last.entries, users.name as "userName"
  from stock_counts as count
    left join stock_count_products as last on last.count_id = count.id and last.product_id = $2
    left join users on users.id = last.counted_by_id
  where count.id = $1`
