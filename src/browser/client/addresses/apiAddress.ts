import { apiOrigin } from '../http/earlyRequest.ts'

/** Where others reach the API, as `https://api.example.com`: for what people copy into other programs. */
export const apiAddress = (): string => apiOrigin() || window.location.origin
