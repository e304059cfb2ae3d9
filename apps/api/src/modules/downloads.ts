import path from 'node:path'
import { downloadTicket, ownerRole } from '@stockie/contracts'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { ShopBackups } from '#src/database/backup/shop-backups'
import { redeemTicket } from '#src/database/download-tickets'
import { exportTicketName, type ShopExport } from '#src/database/export/shop-export'
import { AppError, noSuchRecord } from '#src/errors'
import type { Answer, ApiModule, Endpoint } from '#src/http/api-router'
import type { Describe } from '#src/http/openapi/document'
import { json, problems } from '#src/http/openapi/responses'
import { requestAccountId } from '#src/http/request-context'
import { toJsonBody } from '#src/http/response-body'

type Parts = { pool: Pool; backups: ShopBackups; shopExport: ShopExport }

export const downloadsModule: ApiModule = {
  describe: (registry) => describeDownloads(registry),
  endpoints: (parts) => [createExportTicket(parts), download(parts)],
}

function createExportTicket({ shopExport }: Parts): Endpoint {
  return {
    method: 'POST',
    path: 'export/ticket',
    auth: 'role',
    only: { roles: [ownerRole], refusal: 'Only the owner may export everything.' },
    maxBody: 0,
    read: () => undefined,
    answer: async ({ account }) => ({
      status: 201,
      body: toJsonBody(await shopExport.createTicket(account.id)),
    }),
  }
}

/** Public, because a browser sends no token when it follows a link. The ticket takes its place. */
function download({ pool, backups, shopExport }: Parts): Endpoint<string> {
  return {
    method: 'GET',
    path: 'downloads/{id}',
    auth: 'public',
    read({ request, params }) {
      // It would use the ticket up.
      if (request.method === 'HEAD') throw noSuchRecord('file')
      return params.id ?? ''
    },
    async answer({ input, request }) {
      const ticket = await redeemTicket(pool, input)
      if (!ticket) {
        throw new AppError('not_found', 'This link was used, or it is older than a minute.')
      }
      requestAccountId.set(request, ticket.userId)
      return ticket.name === exportTicketName
        ? answerExport(shopExport)
        : answerBackup(backups, ticket.name)
    },
  }
}

async function answerExport(shopExport: ShopExport): Promise<Answer> {
  const { fileName, content } = await shopExport.open()
  return {
    status: 200,
    headers: { 'Content-Type': 'application/zip', ...attachment(fileName) },
    stream: { fileName, content },
  }
}

async function answerBackup(backups: ShopBackups, name: string): Promise<Answer> {
  const backup = await backups.find(name)
  if (!backup) throw noSuchRecord('backup')
  const { file, bytes } = backup
  const headers = {
    'Content-Type': 'application/gzip',
    'Content-Length': String(bytes),
    ...attachment(path.basename(file)),
  }
  return { status: 200, headers, file }
}

const attachment = (fileName: string) => ({
  'Content-Disposition': `attachment; filename="${fileName}"`,
})

const ticketParam = z.object({ id: z.string().meta({ example: '1f2e' }) })
const content = { schema: { type: 'string', format: 'binary' }, example: '…' } as const

const describeDownloads: Describe = (registry) => {
  const tags = ['Downloads']
  registry.registerPath({
    method: 'post',
    path: '/export/ticket',
    operationId: 'createExportTicket',
    summary: 'Get a link to download everything',
    description:
      'For the owner only. The link works once, for a minute. Answers 409 while two of these downloads run. The file is a ZIP archive with a CSV file of each resource, of the items, of the returns, of the cash counts and of the stock movements, all as they are at one moment, and with a `README.txt` that explains them.',
    tags,
    responses: { 201: json('The link.', downloadTicket), ...problems(401, 403, 409) },
  })
  registry.registerPath({
    method: 'get',
    path: '/downloads/{id}',
    operationId: 'download',
    summary: 'Download a file with its ticket',
    tags,
    security: [],
    request: { params: ticketParam },
    responses: {
      200: {
        description: 'The file: a backup, or everything as a ZIP archive.',
        content: { 'application/gzip': content, 'application/zip': content },
      },
      ...problems(404, 409),
    },
  })
}
