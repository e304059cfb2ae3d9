import {
  countedTotal,
  daySheetChecks,
  type DaySheetInput,
  type DaySheetQuery,
  daySheets,
  sumOfAmounts,
} from '@stockie/contracts'
import type { Pool } from 'pg'
import { queryKeepingConnection } from '#src/database/pool/deadline-pool'
import { createInsertOnce, hashBody, type StoredAnswer } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { invalidFields } from '#src/errors'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { answerCreated } from '#src/http/endpoints/resource-endpoints'
import type { Describe } from '#src/http/openapi/document'
import { describeCreation } from '#src/http/openapi/operations'
import { describeReport } from '#src/http/openapi/resources'
import { parseBody, parseQuery, readIdempotencyKey } from '#src/http/request-input'
import { dayIn } from '#src/time'
import { daySheetSql, insertDaySheetSql, storedDaySheetSql } from './day-sheets.sql'

const describeDaySheets: Describe = (registry) => {
  describeReport(daySheets, {
    rowName: 'day sheet',
    operationId: 'getDaySheet',
    tag: 'Day sheets',
    summary: 'Get the figures of a day and its cash counts',
    description:
      'The figures are computed from the sales and returns at each call. `totalSales` is that of the profit summary ' +
      'of the same day. By day, a sale counts on its `saleDate`; by hour, at its `createdAt`.',
    isSingle: true,
  })(registry)
  describeCreation({
    path: `/${daySheets.path}`,
    words: { singular: 'cash count', withArticle: 'a cash count', plural: 'day sheets' },
    description:
      'Stores what was counted, and with it the figures of the day at this moment. A stored count never changes, ' +
      'also if a sale of the day is deleted or recorded later. The day can be any up to today.',
    input: daySheets.input.meta({ id: 'CashCountInput' }),
    row: daySheets.stored.meta({ id: 'CashCount' }),
  })(registry)
}

export const daySheetsModule: ApiModule = {
  describe: describeDaySheets,
  endpoints({ pool, timeZone, answerList }) {
    const today = () => dayIn(timeZone, new Date())
    const list = listEndpoint(answerList, {
      path: daySheets.path,
      list: (request) =>
        daySheetQuery(parseQuery(daySheets.query, request), { timeZone, today: today() }),
    })
    return [list, countEndpoint(createCashCounts(pool, timeZone), today)]
  },
}

function daySheetQuery(
  { date }: DaySheetQuery,
  { timeZone, today }: { timeZone: string; today: string },
): ListQuery {
  return {
    name: 'day sheet',
    text: daySheetSql,
    values: [date, timeZone, today],
    sources: ['sales', 'returns', 'users', 'day_sheets'],
    days: { startDate: date, endDate: date },
    day: today,
    single: true,
  }
}

type Count = { input: DaySheetInput; key: string | undefined }
type CashCounts = ReturnType<typeof createCashCounts>

function countEndpoint(counts: CashCounts, today: () => string): Endpoint<Count> {
  return {
    method: 'POST',
    path: daySheets.path,
    auth: 'role',
    retries: true,
    read({ request, body }) {
      const key = readIdempotencyKey(request)
      const input = parseBody(daySheets.input, { body })
      if (input.date > today()) {
        throw invalidFields([{ path: 'date', message: daySheetChecks.future }])
      }
      return { input, key }
    },
    answer: async ({ input: { input, key }, account }) =>
      answerCreated(await counts.store(input, account.id, key)),
  }
}

function createCashCounts(pool: Pool, timeZone: string) {
  const insertOnce = createInsertOnce(pool, {
    resource: 'day_sheets',
    storedAnswer: storedDaySheetSql,
    isDeleted: 'false',
  })

  async function insert(
    input: DaySheetInput,
    userId: number,
    key: { key: string | undefined; hash: Buffer },
  ): Promise<StoredAnswer> {
    const { date, openingFloat, counted, paidOtherwise, takenOut, remark } = input
    const [row] = await queryKeepingConnection<{ document: string }>(pool, {
      name: 'store cash count',
      text: insertDaySheetSql,
      values: [
        date,
        timeZone,
        openingFloat,
        JSON.stringify(counted),
        countedTotal(counted),
        paidOtherwise,
        JSON.stringify(takenOut),
        sumOfAmounts(takenOut),
        remark,
        userId,
        key.key,
        key.hash,
      ],
    })
    if (!row) throw new Error('An insert must return its row.')
    return { document: row.document, isDeleted: false }
  }

  return {
    store(input: DaySheetInput, userId: number, key: string | undefined) {
      const hash = hashBody(input)
      return insertOnce({ userId, key, hash }, () => insert(input, userId, { key, hash }))
    },
  }
}
