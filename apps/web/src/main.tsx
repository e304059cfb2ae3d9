import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { preloadApp, AppRoot } from '@/app/app-root'
import { syncWithOtherTabs, startSession } from '@/lib/session/session'
import { followTheme } from '@/lib/theme'
import { readToken } from '@/lib/session/token'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followTheme()
syncWithOtherTabs()
void startSession()
// Whoever is signed in will want it: it comes while the session is being checked.
if (readToken() !== null) preloadApp()

const page = (
  <StrictMode>
    <AppRoot path={window.location.pathname} />
  </StrictMode>
)
// The login page is there already: index.html has shown it as the build has drawn it.
if (root.hasChildNodes()) hydrateRoot(root, page)
else createRoot(root).render(page)
