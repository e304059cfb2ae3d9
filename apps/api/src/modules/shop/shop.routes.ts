import {
  logoLimits,
  logoTypes,
  noQuery,
  ownerRole,
  type Shop,
  shop,
  shopInput,
} from '@stockie/contracts'
import type { Pool } from 'pg'
import { actingAs } from '#src/database/sql/acting-account'
import { readVersionConflict } from '#src/database/sql/version-conflict'
import { AppError } from '#src/errors'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import type { Describe } from '#src/http/openapi/document'
import { describeGet, versionHeaders } from '#src/http/openapi/operations'
import { body, json, problems } from '#src/http/openapi/responses'
import { parseBody, readIfMatch } from '#src/http/request-input'
import { toJsonBody } from '#src/http/response-body'
import { type Logo, readLogo } from './logo'

export const shopModule: ApiModule = {
  describe: (registry) => describeShop(registry),
  endpoints: ({ pool }) => [
    getShop(pool),
    changeShop(pool),
    getLogo(pool),
    changeLogo(pool),
    removeLogo(pool),
  ],
}

/** The column of each setting. */
const columnOf = {
  name: 'name',
  address: 'address',
  phone: 'phone',
  email: 'email',
  taxNumber: 'tax_number',
  slipFooter: 'slip_footer',
  slipWidth: 'slip_width',
  secondFactorRequired: 'second_factor_required',
  coverDays: 'cover_days',
} as const

const columns = [
  ...Object.entries(columnOf).map(([name, column]) => `${column} as "${name}"`),
  'logo is not null as "hasLogo"',
  'version',
  '(select key from shop_keys) as key',
].join(', ')

/** The settings of a shop that has changed none. */
const defaults: Shop = {
  name: null,
  address: null,
  phone: null,
  email: null,
  taxNumber: null,
  slipFooter: null,
  slipWidth: '80mm',
  secondFactorRequired: false,
  coverDays: 14,
  hasLogo: false,
  version: 1,
  key: null,
}

const defaultOf = new Map<string, unknown>(
  Object.entries(columnOf).map(([name, column]) => [column, defaults[name as keyof Shop]]),
)

const forOwner = {
  auth: 'role',
  only: { roles: [ownerRole], refusal: 'Only the owner may change the settings of the shop.' },
  retries: true,
} as const

function getShop(pool: Pool): Endpoint {
  return {
    method: 'GET',
    path: 'shop',
    auth: 'role',
    read: () => undefined,
    async answer() {
      const { rows } = await pool.query<Shop>(
        `select ${columns} from (select) as no_row left join shop on true`,
      )
      const [row] = rows
      const isChanged = row && row.version !== null
      return {
        status: 200,
        body: toJsonBody(isChanged ? row : { ...defaults, key: row?.key ?? null }),
      }
    },
  }
}

type Changes = [column: string, value: unknown][]
type Change = { changes: Changes; by: number; version?: number | undefined }

/** Changes these columns, and adds the row of a shop that has changed no setting yet. */
async function change(pool: Pool, { changes, by, version }: Change): Promise<Shop> {
  const names = changes.map(([column]) => column)
  const values = [by, version ?? null, ...changes.map(([, value]) => value)]
  const isChanged = changes.some(([column, value]) => value !== (defaultOf.get(column) ?? null))
  const { rows } = await pool.query<Shop>(
    `insert into shop (${['version', ...names].join(', ')})
     select ${[isChanged ? '2' : '1', ...names.map((_, index) => `$${index + 3}`)].join(', ')} from ${actingAs('$1')}
     where coalesce($2, 1) = 1 or exists (select from shop)
     on conflict (id) do update
     set ${names.map((name) => `${name} = excluded.${name},`).join(' ')}
       updated_at = now()
     where shop.version = coalesce($2, shop.version)
     returning ${columns}`,
    values,
  )
  if (rows[0]) return rows[0]
  const current = { text: `select 1 as id, ${columns} from shop` }
  const conflict = await readVersionConflict(pool, { resource: 'shop', id: 1, current })
  if (conflict.code !== 'not_found') throw conflict
  // A restore may have brought back a shop that has changed no setting.
  throw new AppError(
    'changed',
    'The settings were changed meanwhile. Read them again, then save.',
    {
      details: { current: { ...defaults } },
    },
  )
}

function changeShop(pool: Pool): Endpoint<Omit<Change, 'by'>> {
  return {
    ...forOwner,
    method: 'PUT',
    path: 'shop',
    read(request) {
      const input = parseBody(shopInput, request)
      const given = Object.keys(request.body ?? {})
      const changes = Object.entries(columnOf).flatMap<Changes[number]>(([name, column]) =>
        given.includes(name) ? [[column, input[name as keyof typeof columnOf]]] : [],
      )
      return { changes, version: readIfMatch(request) }
    },
    answer: async ({ input, account }) => ({
      status: 200,
      body: toJsonBody(await change(pool, { ...input, by: account.id })),
    }),
  }
}

function getLogo(pool: Pool): Endpoint {
  return {
    method: 'GET',
    path: 'shop/logo',
    auth: 'role',
    read: () => undefined,
    async answer() {
      const { rows } = await pool.query<Logo>(
        'select logo as data, logo_type as type from shop where logo is not null',
      )
      const [logo] = rows
      if (!logo) throw new AppError('not_found', 'The shop has no logo.')
      const headers = { 'Content-Type': logo.type, 'Content-Length': String(logo.data.length) }
      return { status: 200, headers, bytes: logo.data }
    },
  }
}

function changeLogo(pool: Pool): Endpoint<Buffer> {
  return {
    ...forOwner,
    method: 'PUT',
    path: 'shop/logo',
    bodyTypes: logoTypes,
    maxBody: logoLimits.bytes,
    read: ({ body: upload }) => upload as Buffer,
    async answer({ input, account }) {
      const { type, data } = await readLogo(input)
      const changes: Changes = [
        ['logo', data],
        ['logo_type', type],
      ]
      const changed = await change(pool, { changes, by: account.id })
      return { status: 200, body: toJsonBody(changed) }
    },
  }
}

function removeLogo(pool: Pool): Endpoint {
  return {
    ...forOwner,
    method: 'DELETE',
    path: 'shop/logo',
    maxBody: 0,
    read: () => undefined,
    async answer({ account }) {
      const changes: Changes = [
        ['logo', null],
        ['logo_type', null],
      ]
      return { status: 200, body: toJsonBody(await change(pool, { changes, by: account.id })) }
    },
  }
}

const picture = { schema: { type: 'string', format: 'binary' }, example: '…' } as const
const pictures = Object.fromEntries(logoTypes.map((type) => [type, picture]))

const describeShop: Describe = (registry) => {
  const answer = shop.meta({ id: 'Shop' })
  const tags = ['Shop']
  const shared = { tag: 'Shop', query: noQuery, withoutEtag: true } as const
  describeGet({
    ...shared,
    path: '/shop',
    operationId: 'getShop',
    summary: 'Get the settings of the shop',
    answer,
  })(registry)
  registry.registerPath({
    method: 'put',
    path: '/shop',
    operationId: 'updateShop',
    summary: 'Change the settings of the shop',
    description: 'For the owner only. A missing setting stays as it is.',
    tags,
    request: {
      ...body('The settings.', shopInput.meta({ id: 'ShopInput' })),
      headers: versionHeaders,
    },
    responses: { 200: json('Changed.', answer), ...problems(401, 403, 404, 412, 413, 415, 422) },
  })
  registry.registerPath({
    method: 'get',
    path: '/shop/logo',
    operationId: 'getLogo',
    summary: 'Get the logo of the shop',
    tags,
    responses: {
      200: { description: 'The picture.', content: pictures },
      ...problems(401, 403, 404),
    },
  })
  registry.registerPath({
    method: 'put',
    path: '/shop/logo',
    operationId: 'changeLogo',
    summary: 'Change the logo of the shop',
    description: `For the owner only. At most ${logoLimits.bytes / 1024} kB and ${logoLimits.side} pixels a side. The picture is encoded anew, so only its pixels are stored. A PNG that would grow beyond the limit is stored as a JPEG on white.`,
    tags,
    request: { body: { description: 'The picture.', required: true, content: pictures } },
    responses: { 200: json('Changed.', answer), ...problems(401, 403, 413, 415, 422) },
  })
  registry.registerPath({
    method: 'delete',
    path: '/shop/logo',
    operationId: 'removeLogo',
    summary: 'Remove the logo of the shop',
    description: 'For the owner only.',
    tags,
    responses: { 200: json('Removed.', answer), ...problems(401, 403) },
  })
}
