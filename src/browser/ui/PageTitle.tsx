import { productName } from '../client/product.ts'

/** What the tab of the page is called, in the form that all pages have: "Leads – Leadgate". */
export const PageTitle = ({ title }: { title: string }) => (
  <title>{`${title} – ${productName}`}</title>
)
