import type { Shop, ShopInput } from '@stockie/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'

import { shop } from '@/components/slip/shop-settings'
import { request } from '@/lib/api/api-client'

function store(client: QueryClient, saved: Shop) {
  client.setQueryData(shop.queryKey, saved)
  return saved
}

interface ShopChange {
  input: ShopInput
  /** Refused if the settings have another version. */
  version?: number | undefined
}

/** A setting that is left out stays as it is. */
export const changeShop = mutationOptions({
  mutationFn: async ({ input: body, version }: ShopChange, { client }) =>
    store(client, await request<Shop>('PUT', '/shop', { body, version })),
  // It may be saved although its answer was lost.
  onError: (_error, _choice, _result, { client }) => client.invalidateQueries(shop),
  meta: {
    success: 'Settings saved.',
    failure: 'Failed to save the settings. Please try again.',
  },
})

async function saveLogo(client: QueryClient, body: Blob) {
  return store(client, await request<Shop>('PUT', '/shop/logo', { body }))
}

export const changeLogo = mutationOptions({
  mutationFn: (logo: Blob, { client }) => saveLogo(client, logo),
  meta: { success: 'Logo saved.', failure: 'Failed to save the logo. Please try again.' },
})

export function removeLogo(removed: Blob | undefined) {
  return mutationOptions({
    mutationFn: async (_: undefined, { client }) =>
      store(client, await request<Shop>('DELETE', '/shop/logo')),
    meta: {
      success: 'Logo removed.',
      failure: 'Failed to remove the logo. Please try again.',
      undo: () =>
        removed && {
          mutationFn: (_, { client }) => saveLogo(client, removed),
          meta: {
            success: 'Logo restored.',
            failure: 'Failed to restore the logo. Please try again.',
          },
        },
    },
  })
}
