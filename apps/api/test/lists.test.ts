import { Agent, request } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLists } from '@/http/lists'
import { saleKind } from './documents'
import { startSecondApi } from './second-api'
import { startTestApi, type Answer, type TestApi } from './test-api'
import { openTestShop, type TestShop } from './test-shop'

let api: TestApi
let second: Awaited<ReturnType<typeof startSecondApi>>
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  second = await startSecondApi(api)
})
afterAll(async () => {
  await second.stop()
  await api.stop()
})
