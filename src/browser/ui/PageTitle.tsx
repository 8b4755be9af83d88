import Typography, { type TypographyProps } from '@mui/material/Typography'

import { productName } from '../client/product.ts'

/** What the tab of the page is called, in the form that all pages have: "Leads – Leadgate". */
export const PageTitle = ({ title }: { title: string }) => (
  <title>{`${title} – ${productName}`}</title>
)

/** What the page is called, in the tab and above all that is on it. */
export const PageHeading = ({ title, ...props }: TypographyProps & { title: string }) => (
  <>
    <PageTitle title={title} />
    <Typography component="h1" variant="h5" {...props}>
      {title}
    </Typography>
  </>
)
