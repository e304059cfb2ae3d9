import {
  idParam,
  importJob,
  importLimits,
  importPlan,
  importPreview,
  importQuery,
  noQuery,
} from '@stockie/contracts'
import { z } from 'zod'
import type { Describe } from '#src/http/openapi/document'
import { describeGet, idempotencyHeaders } from '#src/http/openapi/operations'
import { body, json, problems } from '#src/http/openapi/responses'

const tags = ['Imports']
const forImporters = 'For owners and managers.'
const limits = `CSV or XLSX, at most ${importLimits.bytes / 1024 / 1024} MB, ${importLimits.rows.toLocaleString('en')} rows and ${importLimits.columns} columns.`

export const describeImports: Describe = (registry) => {
  const answer = importJob.meta({ id: 'Import' })
  const file = {
    schema: { type: 'string', format: 'binary' },
    example: 'Name,Email\r\nAda,\r\n',
  } as const
  const shared = { tag: 'Imports', query: noQuery, withoutEtag: true } as const
  registry.registerPath({
    method: 'post',
    path: '/imports',
    operationId: 'uploadImport',
    summary: 'Upload a file to import',
    description: `${forImporters} ${limits} Stores nothing but the file, which is removed after a day. A file that holds no table is a 422.`,
    tags,
    request: {
      query: importQuery,
      headers: idempotencyHeaders,
      body: {
        description: 'The file.',
        required: true,
        content: { 'application/octet-stream': file },
      },
    },
    responses: {
      201: json('The import, with the columns of the file.', answer),
      ...problems(401, 403, 409, 413, 415, 422),
    },
  })
  describeGet({
    ...shared,
    path: '/imports',
    operationId: 'listImports',
    summary: 'List the last imports',
    description: `${forImporters} The newest first.`,
    answer: z.array(answer),
  })(registry)
  describeGet({
    ...shared,
    path: '/imports/{id}',
    operationId: 'getImport',
    summary: 'Follow an import',
    description: forImporters,
    params: idParam,
    answer,
  })(registry)
  registry.registerPath({
    method: 'put',
    path: '/imports/{id}',
    operationId: 'previewImport',
    summary: 'Preview an import',
    description: `${forImporters} Plans what happens with each row, and answers the first ${importLimits.previewedRows} rows of each kind.`,
    tags,
    request: { params: idParam, ...body('The columns and the options.', importPlan) },
    responses: {
      200: json('The preview.', importPreview.meta({ id: 'ImportPreview' })),
      ...problems(401, 403, 404, 409, 413, 415, 422),
    },
  })
  const committedParam = z.object({ id: idParam.shape.id.meta({ example: 2 }) })
  const allOrNothing =
    'All or nothing. With `If-Match` and the `version` of a preview, a newer preview is a 409.'
  const undoRule = 'Records that were used or changed since stay.'
  const steps = [
    ['commit', 'commitImport', 'Store what the preview says', allOrNothing, idParam],
    ['revert', 'undoImport', 'Undo an import', undoRule, committedParam],
  ] as const
  for (const [step, operationId, summary, description, params] of steps) {
    registry.registerPath({
      method: 'post',
      path: `/imports/{id}/${step}`,
      operationId,
      summary,
      description: `${forImporters} Answers at once: the import tells the progress. ${description} Answers 409 while another import runs.`,
      tags,
      request: { params, headers: idempotencyHeaders },
      responses: { 202: json('The import.', answer), ...problems(401, 403, 404, 409) },
    })
  }
  registry.registerPath({
    method: 'get',
    path: '/imports/{id}/refused',
    operationId: 'getRefusedRows',
    summary: 'Download the rows that an import leaves out',
    description: `${forImporters} As CSV, with the reason in the last column.`,
    tags,
    request: { params: idParam },
    responses: {
      200: {
        description: 'The rows.',
        content: { 'text/csv': { schema: { type: 'string' }, example: 'Name,Reason\r\n' } },
      },
      ...problems(401, 403, 404, 409),
    },
  })
}
