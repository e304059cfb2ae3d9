import { type Customer, type CustomerInput, customers } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import { createRecordWriter, type Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-reader'
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

const select = { id: true, name: true, email: true, phone: true, address: true } as const

function createCustomers({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const deletion = createDeletion(pool, 'customers')
  const create = createRecordWriter({ db, pool }, 'customers', insert)

  function list(): ListQuery {
    return {
      name: 'list customers',
      text: `select id, name, email, phone, address from customers
        where deleted_at is null order by id`,
      sources: ['customers'],
    }
  }

  async function insert(tx: Transaction, data: CustomerInput): Promise<Customer> {
    return tx.customer.create({ data, select })
  }

  async function update(id: number, data: CustomerInput): Promise<Customer> {
    return db.customer.update({ where: { id, deletedAt: null }, data, select })
  }

  return { list, create, update, ...deletion }
}
