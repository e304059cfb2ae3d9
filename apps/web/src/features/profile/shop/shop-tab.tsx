import type { Shop } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { ListPlaceholder } from '@/components/list-placeholder'
import { shop } from '@/components/slip/shop-settings'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'

import { ClosedBooksCard } from './closed-books-card'
import { LogoField } from './logo-field'
import { ShopForm } from './shop-form'

/** What slips and prints say of the shop, for its owner. */
export function ShopTab() {
  const settings = useQuery(shop)
  return settings.data ? (
    <Settings saved={settings.data} />
  ) : (
    <ListPlaceholder
      list={settings}
      loading="Loading settings..."
      failure="Failed to load the settings."
    />
  )
}

function Settings({ saved }: { saved: Shop }) {
  return (
    <>
      <Card>
        <CardHeader>
          <CardTitle>Shop</CardTitle>
          <CardDescription>
            What slips and prints say of your shop. Empty fields are left out.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <ShopForm saved={saved} />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Logo</CardTitle>
          <CardDescription>
            A PNG or a JPEG with at most 512 kB and 2,000 pixels a side.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <LogoField saved={saved} />
        </CardContent>
      </Card>
      <ClosedBooksCard />
    </>
  )
}
