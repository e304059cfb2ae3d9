import type { Shop } from '@stockie/contracts'
import { queryOptions } from '@tanstack/react-query'

import { call, request } from '@/lib/api/api-client'

/** The settings of the shop, which its slips show. */
export const shop = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => request<Shop>('GET', '/shop', { signal }),
  meta: { failure: 'Failed to load the settings. Please try again.', isUncounted: true },
})

/** The logo of this version of the settings. */
export const logoOf = ({ version }: Pick<Shop, 'version'>) =>
  queryOptions({
    queryKey: ['shop/logo', version],
    queryFn: async ({ signal }) => (await call('GET', '/shop/logo', { signal })).blob(),
    staleTime: 'static',
    meta: { failure: 'Failed to load the logo. Please try again.' },
  })

export type SlipWidth = Shop['slipWidth']

export const slipWidthLabels: Record<SlipWidth, string> = {
  '80mm': 'Roll of 80 mm',
  '58mm': 'Roll of 58 mm',
  A4: 'A4 page',
}
