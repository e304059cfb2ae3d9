import {
  backupJob,
  backupRow,
  backupStatus,
  downloadTicket,
  idParam,
  noQuery,
  ownerRole,
} from '@stockie/contracts'
import { z } from 'zod'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import type { Describe } from '#src/http/openapi/document'
import { describeGet } from '#src/http/openapi/operations'
import { json, problems } from '#src/http/openapi/responses'
import { parseId } from '#src/http/request-input'
import { toJsonBody } from '#src/http/response-body'
import type { ShopBackups } from '#src/database/backup/shop-backups'

export const backupsModule: ApiModule = {
  describe: (registry) => describeBackups(registry),
  endpoints: ({ backups }) => [
    get('backups', backups.list),
    get('backups/status', backups.status),
    get('backups/jobs', backups.jobs),
    getJob(backups),
    startBackup(backups),
    createTicket(backups),
  ],
}

const forOwner = {
  auth: 'role',
  only: { roles: [ownerRole], refusal: 'Only the owner may see and make backups.' },
} as const

function get(address: string, read: () => Promise<object>): Endpoint {
  return {
    ...forOwner,
    method: 'GET',
    path: address,
    read: () => undefined,
    answer: async () => ({ status: 200, body: toJsonBody(await read()) }),
  }
}

function getJob(backups: ShopBackups): Endpoint<number> {
  return {
    ...forOwner,
    method: 'GET',
    path: 'backups/jobs/{id}',
    read: (request) => parseId(request, 'backup job'),
    answer: async ({ input }) => ({ status: 200, body: toJsonBody(await backups.job(input)) }),
  }
}

function startBackup(backups: ShopBackups): Endpoint {
  return {
    ...forOwner,
    method: 'POST',
    path: 'backups',
    maxBody: 0,
    read: () => undefined,
    answer: async ({ account }) => ({
      status: 202,
      body: toJsonBody(await backups.request(account.id)),
    }),
  }
}

function createTicket(backups: ShopBackups): Endpoint<string> {
  return {
    ...forOwner,
    method: 'POST',
    path: 'backups/{id}/ticket',
    maxBody: 0,
    read: ({ params }) => params.id ?? '',
    answer: async ({ input, account }) => ({
      status: 201,
      body: toJsonBody(await backups.createTicket(input, account.id)),
    }),
  }
}

const nameParam = z.object({ id: backupRow.shape.name })

const describeBackups: Describe = (registry) => {
  const query = noQuery
  const shared = { tag: 'Backups', query, withoutEtag: true } as const
  describeGet({
    ...shared,
    path: '/backups',
    operationId: 'listBackups',
    summary: 'List the backups',
    description: 'For the owner only. The newest first.',
    answer: z.array(backupRow.meta({ id: 'Backup' })),
  })(registry)
  describeGet({
    ...shared,
    path: '/backups/status',
    operationId: 'getBackupStatus',
    summary: 'Find out whether a backup is overdue',
    description: 'For the owner only.',
    answer: backupStatus.meta({ id: 'BackupStatus' }),
  })(registry)
  describeGet({
    ...shared,
    path: '/backups/jobs',
    operationId: 'listBackupJobs',
    summary: 'List the last backups that owners asked for',
    description: 'For the owner only. The newest first.',
    answer: z.array(backupJob.meta({ id: 'BackupJob' })),
  })(registry)
  describeGet({
    ...shared,
    path: '/backups/jobs/{id}',
    operationId: 'getBackupJob',
    summary: 'Follow a backup that an owner asked for',
    description: 'For the owner only.',
    params: idParam,
    answer: backupJob,
  })(registry)
  const tags = ['Backups']
  registry.registerPath({
    method: 'post',
    path: '/backups',
    operationId: 'startBackup',
    summary: 'Make a backup now',
    description:
      'For the owner only. Answers at once: the job tells the progress. Answers 409 while another backup waits or runs.',
    tags,
    responses: { 202: json('The job.', backupJob), ...problems(401, 403, 409) },
  })
  registry.registerPath({
    method: 'post',
    path: '/backups/{id}/ticket',
    operationId: 'createBackupTicket',
    summary: 'Get a link to download a backup',
    description: 'For the owner only. The link works once, for a minute.',
    tags,
    request: { params: nameParam },
    responses: {
      201: json('The link.', downloadTicket.meta({ id: 'DownloadTicket' })),
      ...problems(401, 403, 404, 409),
    },
  })
}
