/** Loads what knows the resources; the same files whoever asks for them. */
export const loadConsole = () => import('./main.tsx')
