import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { placeAt } from '../../routes.ts'
import styles from './Breadcrumb.module.css'
import { crumbs } from './SubjectCrumb.tsx'

/** Where the operator is; it always starts with Dashboard (SPEC §2, layout). */
export function Breadcrumb() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const place = placeAt(pathname)
  // A hidden screen is come to from the one that is lit in the sidebar.
  const menu = place?.screen.menu
  const atRoot = place === undefined || place.screen.path === '/dashboard'
  return (
    <nav className={styles.breadcrumb} aria-label={t('shell.breadcrumb')}>
      <ol id={crumbs}>
        <li data-last={atRoot}>
          {atRoot ? (
            <span aria-current="page">{t('shell.breadcrumbRoot')}</span>
          ) : (
            <Link to="/dashboard">{t('shell.breadcrumbRoot')}</Link>
          )}
        </li>
        {place?.group && !atRoot && (
          <li data-market={place.group.market}>
            {menu ? <Link to={menu}>{t(`routes.${place.group.title}`)}</Link> : t(`routes.${place.group.title}`)}
          </li>
        )}
        {!atRoot && (
          <li data-last="true">
            <span aria-current="page">{t(`routes.${place.screen.title}`)}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
