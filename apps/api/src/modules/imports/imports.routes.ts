import {
  importLimits,
  importPlan,
  type ImportPlan,
  importQuery,
  managementRoles,
} from '@stockie/contracts'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import {
  parseBody,
  parseId,
  parseQuery,
  readIdempotencyKey,
  readIfMatch,
} from '#src/http/request-input'
import { toJsonBody } from '#src/http/response-body'
import { describeImports } from './imports.openapi'
import { createImports } from './imports.service'

export const importsModule: ApiModule = {
  describe: describeImports,
  endpoints(parts) {
    const imports = createImports(parts)
    return [
      uploadFile(imports),
      listAll(imports),
      getOne(imports),
      preview(imports),
      start(imports, 'commit'),
      start(imports, 'revert'),
      getRefusedRows(imports),
    ]
  },
}

type Imports = ReturnType<typeof createImports>

const forImporters = {
  auth: 'role',
  only: { roles: managementRoles, refusal: 'Only owners and managers may import files.' },
} as const

const readId = (request: Parameters<typeof parseId>[0]) => parseId(request, 'import')

type Upload = Omit<Parameters<Imports['upload']>[0], 'userId'>

function uploadFile(imports: Imports): Endpoint<Upload> {
  return {
    ...forImporters,
    method: 'POST',
    path: 'imports',
    bodyTypes: ['application/octet-stream'],
    maxBody: importLimits.bytes,
    read(request) {
      const { resource, fileName = '' } = parseQuery(importQuery, request)
      const key = readIdempotencyKey(request.request)
      // PostgreSQL stores no NUL, and a name has no line ends.
      const name = fileName.replaceAll(/\p{Cc}/gu, ' ').trim()
      return { resource, fileName: name, key, file: request.body as Buffer }
    },
    answer: async ({ input, account }) => ({
      status: 201,
      body: toJsonBody(await imports.upload({ ...input, userId: account.id })),
    }),
  }
}

function listAll(imports: Imports): Endpoint {
  return {
    ...forImporters,
    method: 'GET',
    path: 'imports',
    read: () => undefined,
    answer: async () => ({ status: 200, body: toJsonBody(await imports.list()) }),
  }
}

function getOne(imports: Imports): Endpoint<number> {
  return {
    ...forImporters,
    method: 'GET',
    path: 'imports/{id}',
    read: readId,
    answer: async ({ input }) => ({ status: 200, body: toJsonBody(await imports.find(input)) }),
  }
}

function preview(imports: Imports): Endpoint<{ id: number; plan: ImportPlan }> {
  return {
    ...forImporters,
    method: 'PUT',
    path: 'imports/{id}',
    read: (request) => ({ id: readId(request), plan: parseBody(importPlan, request) }),
    answer: async ({ input: { id, plan } }) => ({
      status: 200,
      body: toJsonBody(await imports.preview(id, plan)),
    }),
  }
}

type Start = { id: number; key: string | undefined; version: number | undefined }

function start(imports: Imports, step: 'commit' | 'revert'): Endpoint<Start> {
  return {
    ...forImporters,
    method: 'POST',
    path: `imports/{id}/${step}`,
    maxBody: 0,
    read: (request) => ({
      id: readId(request),
      key: readIdempotencyKey(request.request),
      version: readIfMatch(request),
    }),
    answer: async ({ input, account }) => ({
      status: 202,
      body: toJsonBody(await imports[step]({ ...input, userId: account.id })),
    }),
  }
}

function getRefusedRows(imports: Imports): Endpoint<number> {
  return {
    ...forImporters,
    method: 'GET',
    path: 'imports/{id}/refused',
    read: readId,
    async answer({ input }) {
      const bytes = await imports.refusedRows(input)
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Length': String(bytes.length),
        'Content-Disposition': 'attachment; filename="refused-rows.csv"',
      }
      return { status: 200, headers, bytes }
    },
  }
}
