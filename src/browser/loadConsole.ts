/** Loads what knows the resources; the same files no matter who asks for them. */
export const loadConsole = () => import('./main.tsx')
