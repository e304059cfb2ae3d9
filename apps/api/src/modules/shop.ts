import { noQuery, ownerRole, type Shop, shop, type ShopInput, shopInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import type { Describe } from '#src/http/openapi/document'
import { describeGet } from '#src/http/openapi/operations'
import { body, json, problems } from '#src/http/openapi/responses'
import { parseBody } from '#src/http/request-input'
import { toJsonBody } from '#src/http/response-body'

export const shopModule: ApiModule = {
  describe: (registry) => describeShop(registry),
  endpoints: ({ pool }) => [getShop(pool), changeShop(pool)],
}

const columns = `second_factor_required as "secondFactorRequired", version`

/** The settings of a shop that has changed none. */
const defaults: Shop = { secondFactorRequired: false, version: 1 }

function getShop(pool: Pool): Endpoint {
  return {
    method: 'GET',
    path: 'shop',
    auth: 'role',
    read: () => undefined,
    async answer() {
      const { rows } = await pool.query<Shop>(`select ${columns} from shop`)
      return { status: 200, body: toJsonBody(rows[0] ?? defaults) }
    },
  }
}

function changeShop(pool: Pool): Endpoint<ShopInput> {
  return {
    method: 'PUT',
    path: 'shop',
    auth: 'role',
    only: { role: ownerRole, refusal: 'Only the owner may change the settings of the shop.' },
    retries: true,
    read: (request) => parseBody(shopInput, request),
    async answer({ input }) {
      const { rows } = await pool.query<Shop>(
        `insert into shop (second_factor_required, version) values ($1, 2)
         on conflict (id) do update set second_factor_required = $1, version = shop.version + 1,
           updated_at = now()
         returning ${columns}`,
        [input.secondFactorRequired],
      )
      const [changed = defaults] = rows
      return { status: 200, body: toJsonBody(changed) }
    },
  }
}

const describeShop: Describe = (registry) => {
  describeGet({
    path: '/shop',
    operationId: 'getShop',
    withoutEtag: true,
    tag: 'Shop',
    summary: 'Get the settings of the shop',
    query: noQuery,
    answer: shop.meta({ id: 'Shop' }),
  })(registry)
  registry.registerPath({
    method: 'put',
    path: '/shop',
    operationId: 'updateShop',
    summary: 'Change the settings of the shop',
    description: 'For the owner only.',
    tags: ['Shop'],
    request: body('The settings.', shopInput.meta({ id: 'ShopInput' })),
    responses: {
      200: json('Changed.', shop.meta({ id: 'Shop' })),
      ...problems(401, 403, 413, 415, 422),
    },
  })
}
