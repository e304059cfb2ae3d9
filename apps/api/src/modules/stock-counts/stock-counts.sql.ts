import { actingAs } from '#src/database/sql/acting-account'
import { isoInstantSql } from '#src/database/sql/days-to-instants'

/** The difference of an open count follows from the present corrections. A posted count keeps its own. */
const linesOf = (count: string) => `
  select line.product_id as "productId", product.name, product.code,
    case when category.deleted_at is null then category.name end as "categoryName",
    product.deleted_at is not null as "isDeleted", coalesce(line.unit_cost, product.cost) as cost,
    counted, entries, ${isoInstantSql('counted_at')} as "countedAt", counted_by_id as "countedById",
    users.name as "countedByName", coalesce(posted_moved, product.stock::bigint - line.stock - corrected, 0) as moved,
    coalesce(line.stock - began_stock, 0) as "movedWhileCounting", product.stock as stock_now,
    case when ${count}.posted_at is not null then posted_delta
      when product.deleted_at is null then counted::bigint - line.stock - corrected end as difference
  from stock_count_products as line
    join products as product on product.id = line.product_id
    join categories as category on category.id = product.category_id
    left join users on users.id = counted_by_id
    left join lateral (
      select corrected_since(line.product_id, movement_id) as corrected
      where counted is not null and posted_delta is null offset 0
    ) as since on true
  where line.count_id = ${count}.id`

/** The lines as the contract has them. A blind count hides what it expects until it is finished. */
const shownSql = (count: string, lines: string) => `
  select "productId", name, code, "categoryName", "isDeleted", cost,
    case when ${count}.blind and ${count}.finished_at is null then null
      when counted is null then case when ${count}.posted_at is null then stock_now end
      else counted - difference end as expected,
    counted, entries, "countedAt", "countedById", "countedByName", moved, "movedWhileCounting",
    case when not (${count}.blind and ${count}.finished_at is null) then difference end as difference
  from (${lines}) as line`

const columns = `
  count.id, count.name, count.category_id as "categoryId", category.name as "categoryName", blind,
  state, products, counted, coalesce(count.differing, found.differing) as differing,
  coalesce(count.units, found.units) as units, coalesce(count.value, found.value) as value,
  ${isoInstantSql('count.created_at')} as "createdAt", creator.name as "createdByName",
  ${isoInstantSql('finished_at')} as "finishedAt", finisher.name as "finishedByName",
  ${isoInstantSql('posted_at')} as "postedAt", poster.name as "postedByName",
  ${isoInstantSql('undone_at')} as "undoneAt", undoer.name as "undoneByName",
  ${isoInstantSql('discarded_at')} as "discardedAt", discarder.name as "discardedByName"`

/** A posted count has its differences stored, and a discarded one shows none, so only the others compute them. */
const joins = `
  left join categories as category on category.id = count.category_id
  join users as creator on creator.id = count.created_by_id
  left join users as finisher on finisher.id = finished_by_id
  left join users as poster on poster.id = posted_by_id
  left join users as undoer on undoer.id = undone_by_id
  left join users as discarder on discarder.id = discarded_by_id
  cross join lateral (
    select count(*) as products, count(line.counted) as counted
    from stock_count_products as line where count_id = count.id
  ) as summary
  cross join lateral (
    select count(*) filter (where difference <> 0) as differing, coalesce(sum(difference), 0) as units,
      coalesce(sum(difference * cost), 0) as value
    from (${linesOf('count')}) as line
    where count.posted_at is null and count.state <> 'discarded' and not (blind and finished_at is null)
  ) as found`

/** Values: how many counts, and how many newer ones to skip. */
export const countsSql = `
  select ${columns} from (
    select * from stock_counts order by id desc limit $1 offset $2
  ) as count ${joins} order by count.id desc`

/** Value: the id. */
export const countSql = `select ${columns} from stock_counts as count ${joins} where count.id = $1`

/** Value: the id. The lines are sorted like the list of products. */
export const detailSql = `
  select ${columns}, (
    select coalesce(json_agg(line), '[]')
    from (${shownSql('count', linesOf('count'))} order by "productId") as line
  ) as lines
  from stock_counts as count ${joins} where count.id = $1`

/** Values: the name, the category, the products, blind, the account, the key, the hash of the body. */
export const insertCountSql = `
  with chosen as (
    select id from products where deleted_at is null
      and ($2::int is null or category_id = $2) and ($3::int[] is null or id = any($3))
  ), inserted as (
    insert into stock_counts (name, category_id, blind, created_by_id, key, request_hash)
    select $1, $2, $4, $5, $6, case when $6::text is not null then $7::bytea end
    where exists (select from chosen)
    returning id
  ), lines as (
    insert into stock_count_products (count_id, product_id)
    select inserted.id, chosen.id from inserted, chosen order by 2
  )
  select id from inserted`

/**
 * Values: the account, the key. Waits for a copy of the request that found the products before they were deleted, and
 * fails if the other has stored its count.
 */
export const awaitKeySql = `
  insert into stock_counts (created_by_id, key, request_hash) values ($1, $2, '')`

/** Value: the id. Steps and numbers of one count wait for each other, and then read what the others have written. */
export const lockCountSql = `
  select state, ${isoInstantSql('finished_at')} as "finishedAt",
    (select name from users where id = discarded_by_id) as "discardedByName"
  from stock_counts where id = $1 for no key update`

/**
 * Values: the count, the product, the number, the mode, the numbers that the caller has seen, the account, the key. The
 * stock and the last movement are of one moment, and so is the reason why a number is not stored. The count is locked,
 * so no other call changes the numbers before.
 */
export const enterSql = `
  with number as (
    select product.id, before.counted, before.entries, before.began_stock, stock_now.*,
      case $4::text when 'add' then coalesce(before.counted, 0) else 0 end + $3::int as total
    from products as product
      left join stock_count_products as before on before.count_id = $1 and before.product_id = product.id
      left join lateral (
        select product.stock, coalesce((
            select id from stock_movements where product_id = product.id order by id desc limit 1
          ), 0) as movement_id, $6::int as counted_by_id, now() as counted_at
        where $3::int is not null
      ) as stock_now on true
    where product.id = $2 and deleted_at is null
  ), line as (
    insert into stock_count_products as line (count_id, product_id, counted, entries, began_stock, stock,
      movement_id, counted_by_id, counted_at)
    select $1, id, total, coalesce(entries, 0) + 1,
      case when $4::text = 'add' and began_stock is not null then began_stock else stock end, stock, movement_id,
      counted_by_id, counted_at
    from number
    where coalesce($5::int, entries, 0) = coalesce(entries, 0)
      and (total between 0 and 1000000000 or $3::int is null and entries is not null)
    on conflict (count_id, product_id) do update set
      counted = excluded.counted, entries = excluded.entries, began_stock = excluded.began_stock,
      stock = excluded.stock, movement_id = excluded.movement_id, counted_by_id = excluded.counted_by_id,
      counted_at = excluded.counted_at
    returning *
  ), entry as (
    insert into stock_count_entries (count_id, product_id, mode, counted, total, stock, user_id, key)
    select count_id, product_id, $4::text, $3::int, counted, stock, $6::int, $7::text from line
  ), reopened as (
    update stock_counts set state = 'open', finished_at = null, finished_by_id = null
    where id = $1 and state = 'finished' and exists (select from line)
  )
  select exists (select from line) as "isEntered", number.id is not null as "productExists",
    number.entries is not null as "isListed", number.counted, coalesce(number.entries, 0) as entries, (
      select name from stock_count_entries as last join users on users.id = user_id
      where last.count_id = $1 and last.product_id = $2 order by last.id desc limit 1
    ) as "userName"
  from (select) as no_row left join number on true`

/** Values: the count, the product. */
export const lineSql = `
  select row_to_json(answer)::text as document
  from stock_counts as count, lateral (
    ${shownSql('count', linesOf('count'))} where "productId" = $2
  ) as answer
  where count.id = $1`

/** Values: the count, the account. The moment is after the wait for the count, so a later finish has a later one. */
export const finishSql = `
  update stock_counts set state = 'finished', finished_at = clock_timestamp(), finished_by_id = $2
  where id = $1 and exists (
    select from stock_count_products where count_id = $1 and counted is not null
  )
  returning id`

/** Values: the count, the account. */
export const discardSql = `
  update stock_counts set state = 'discarded', discarded_at = now(), discarded_by_id = $2 where id = $1`

/** Values: the count, the account. While it was discarded it took no numbers, so it is as finished as before. */
export const reopenSql = `
  update stock_counts set state = case when finished_at is null then 'open' else 'finished' end,
    discarded_at = null, discarded_by_id = null
  from ${actingAs('$2')} where id = $1`

/** Value: the count. Later counts of the corrected products are posted before this lock or after the undo. */
export const lockCorrectedSql = `
  select from products
  where id in (select product_id from stock_count_products where count_id = $1 and posted_delta <> 0)
  order by id for no key update`

/** Value: the count. The oldest count that was posted later, has one of its products and still counts. */
export const laterCountSql = `
  select min(later.id) as id from stock_counts as count
    join stock_counts as later on later.posted_through > count.posted_through and later.state = 'posted'
  where count.id = $1 and exists (
    select from stock_count_products as line
      join stock_count_products as same on same.product_id = line.product_id
    where line.count_id = count.id and same.count_id = later.id
      and line.posted_delta <> 0 and same.posted_delta is not null
  )`
