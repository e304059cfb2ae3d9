import { idParam, priceChanges } from '@stockie/contracts'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import type { ListQuery } from '#src/database/sql/list-query'
import type { ApiModule } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { describeReport } from '#src/http/openapi/resources'
import { parseId } from '#src/http/request-input'

/** Far more than a price changes. A program that changes it each minute gets the newest ones. */
const mostChanges = 1_000

/** Each change raises the revision of the products, so the answer needs no other source than their names. */
function priceChangesQuery(id: number): ListQuery {
  return {
    name: 'price changes',
    text: `
      select ${isoInstantSql('at')} as at, change.field, change.before, change.after,
        users.name as "userName"
      from activities
        cross join lateral jsonb_to_recordset(changes) as change (field text, before jsonb, after jsonb)
        left join users on users.id = user_id
      where resource = 'products' and record_id = $1 and action = 'changed'
        and changes @? '$[*] ? (@.field == "price" || @.field == "cost")'
        and change.field in ('price', 'cost')
      order by activities.at desc, activities.id desc, change.field limit ${mostChanges}`,
    values: [id],
    parent: { kind: 'product', exists: 'exists (select from products where id = $1)' },
    sources: ['products', 'users'],
  }
}

export const priceChangesModule: ApiModule = {
  describe: describeReport(priceChanges, {
    rowName: 'price change',
    operationId: 'listPriceChanges',
    tag: 'Products',
    summary: 'List when the price and the cost of a product changed, newest first',
    description:
      'Works for deleted products too. Changes by a version that kept no activities are not known.',
    params: idParam,
  }),
  endpoints: ({ answerList }) => [
    listEndpoint(answerList, {
      path: priceChanges.path,
      list: (request) => priceChangesQuery(parseId(request, 'product')),
    }),
  ],
}
