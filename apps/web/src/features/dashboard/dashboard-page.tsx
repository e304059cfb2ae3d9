import { PageHeader } from '@/components/page-header'
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card'

const figures = ['Profit', 'Sales Total', 'Purchases Total', 'Expenses Total']

/** The frame that the figures will stand in. */
export function DashboardPage() {
  return (
    <div className="grid gap-6">
      <PageHeader title="Dashboard">The figures have not been built yet.</PageHeader>
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {figures.map((title) => (
          <Card key={title}>
            <CardHeader>
              <CardTitle className="text-sm font-medium text-muted-foreground">{title}</CardTitle>
            </CardHeader>
            <CardContent className="pt-2 text-3xl font-semibold text-muted-foreground">
              –
            </CardContent>
          </Card>
        ))}
      </div>
      <Card>
        <CardHeader>
          <CardTitle>Product Sales & Purchases Summary</CardTitle>
        </CardHeader>
        <CardContent className="pb-24" />
      </Card>
    </div>
  )
}
