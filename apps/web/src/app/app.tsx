import { BrowserRouter } from 'react-router-dom'

import { Toaster } from '@/components/toaster'

import { ErrorBoundary } from './error-boundary'
import { AppRoutes } from './routes'

export function App() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <AppRoutes />
      </ErrorBoundary>
      <Toaster />
    </BrowserRouter>
  )
}
