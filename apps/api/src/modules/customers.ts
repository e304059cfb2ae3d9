import { type Customer, type CustomerInput, customers } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import type { Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { createRecordWriter } from '#src/database/sql/record-writer'
import type { ApiModule } from '#src/http/api-router'
import { describeRecords } from '#src/http/openapi/resources'
import { recordEndpoints } from '#src/http/endpoints/resource-endpoints'

export const customersModule: ApiModule = {
  describe: describeRecords(customers, {
    singular: 'customer',
    withArticle: 'a customer',
    plural: 'customers',
  }),
  endpoints: (parts) => recordEndpoints(customers, createCustomers(parts), parts),
}

const select = {
  id: true,
  name: true,
  email: true,
  phone: true,
  address: true,
  version: true,
} as const

function createCustomers({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const deletion = createDeletion(pool, 'customers')
  const writer = createRecordWriter({ db, pool }, { table: 'customers', list, insert, update })

  function list(): ListQuery {
    return {
      name: 'list customers',
      text: `select id, name, email, phone, address, version from customers
        where deleted_at is null order by id`,
      sources: ['customers'],
    }
  }

  async function insert(tx: Transaction, data: CustomerInput): Promise<Customer> {
    return tx.customer.create({ data, select })
  }

  async function update(
    tx: Transaction,
    { id, input: data }: { id: number; input: CustomerInput },
  ): Promise<Customer> {
    return tx.customer.update({ where: { id }, data, select })
  }

  return { list, ...writer, ...deletion }
}
