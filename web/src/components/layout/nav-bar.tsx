import { Menu, Settings, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { shellTexts as t } from '#texts/shell';
import { cn } from '../../lib/cn';
import { useAdminSession } from '../../lib/session/admin-session';
import { useSession } from '../../lib/session/session';
import { buttonClass } from '../ui/button-class';
import { lazyPart, MissingDialog } from '../ui/lazy-part';
import { Mark } from '../ui/mark';
import { LanguageSwitch } from './language-switch';

const AccountMenu = lazyPart(() => import('./account-menu').then((m) => m.AccountMenu), {
  missing: AccountLink,
});
const LogoutDialog = lazyPart(() => import('./logout-dialog').then((m) => m.LogoutDialog), {
  missing: MissingDialog,
});

/** The account's name alone, where the menu did not arrive. */
function AccountLink({ name }: { name: string }) {
  return (
    <Link href="/profile" className={buttonClass('quiet')}>
      {name}
    </Link>
  );
}

const MENU_ID = 'mobile-menu';

interface NavLinkProps {
  href: string;
  label: string;
  /** Drawn as a button; the filled one belongs to the screen. */
  isMain?: boolean;
  onClick?: () => void;
}

function NavLink({ href, label, isMain, onClick }: NavLinkProps) {
  const [path] = useLocation();
  const isHere = path === href;
  return (
    <Link
      href={href}
      onClick={onClick}
      aria-current={isHere ? 'page' : undefined}
      className={buttonClass(
        isMain ? 'secondary' : 'quiet',
        'md',
        cn(!isMain && isHere && 'underline decoration-2 underline-offset-8'),
      )}
    >
      {label}
    </Link>
  );
}

/** The bar on top of every screen, with a collapsible menu on phones. */
export function NavBar() {
  const { user } = useSession();
  const adminSession = useAdminSession();
  const isAdmin = adminSession !== null || user?.role === 'admin';
  const [path] = useLocation();
  // Going anywhere closes the menu, because it is open only for the address it was opened at; so does choosing that.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === path;
  const close = () => setOpenAt(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const closeByKey = () => {
    // What has the focus in the menu goes out of sight with it.
    if (document.getElementById(MENU_ID)?.contains(document.activeElement)) toggle.current?.focus();
    close();
  };
  const [isLeaving, setLeaving] = useState(false);

  const support = { href: '/contact', label: t.nav.support };
  const links: NavLinkProps[] = user
    ? [
        { href: '/dashboard', label: t.nav.dashboard },
        { href: '/record-voice-deal', label: t.nav.createContract },
        support,
      ]
    : adminSession
      ? [support]
      : [
          support,
          { href: '/login', label: t.nav.signIn },
          { href: '/signup', label: t.nav.signUp, isMain: true },
        ];

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <nav
        aria-label={t.nav.label}
        className="mx-auto max-w-6xl px-4 sm:px-6"
        onKeyDown={(event) => event.key === 'Escape' && closeByKey()}
      >
        <div className="flex min-h-16 items-center justify-between gap-3">
          <Link
            href="/"
            aria-label={t.nav.home}
            className="flex min-h-11 items-center gap-2.5 font-semibold tracking-tight"
          >
            <Mark className="size-8" />
            {t.app.name}
          </Link>
          <div className="hidden items-center gap-1 md:flex">
            {links.map((link) => (
              <NavLink key={link.href} {...link} />
            ))}
            {user && <AccountMenu name={user.username || t.nav.account} onLogout={() => setLeaving(true)} />}
            {isAdmin && (
              <Link
                href="/admin"
                aria-label={t.nav.admin}
                title={t.nav.admin}
                aria-current={path === '/admin' ? 'page' : undefined}
                className={buttonClass('quiet', 'icon')}
              >
                <Settings className="size-5" aria-hidden="true" />
              </Link>
            )}
          </div>
          <button
            ref={toggle}
            type="button"
            aria-expanded={isOpen}
            aria-controls={MENU_ID}
            aria-label={isOpen ? t.nav.closeMenu : t.nav.openMenu}
            onClick={() => setOpenAt(isOpen ? null : path)}
            className="flex size-11 items-center justify-center rounded-control hover:bg-raised md:hidden"
          >
            {isOpen ? (
              <X className="size-6" aria-hidden="true" />
            ) : (
              <Menu className="size-6" aria-hidden="true" />
            )}
          </button>
        </div>
        <div id={MENU_ID} hidden={!isOpen} className="stage-in border-t border-line py-3 md:hidden">
          <div className="flex flex-col items-stretch gap-2">
            {user && <p className="px-4 pt-1 text-sm text-muted">{user.username || t.nav.account}</p>}
            {links.map((link) => (
              <NavLink key={link.href} {...link} onClick={close} />
            ))}
            {isAdmin && <NavLink href="/admin" label={t.nav.admin} onClick={close} />}
            {user && <NavLink href="/profile" label={t.nav.profile} onClick={close} />}
            {user && <NavLink href="/receipts" label={t.nav.receipts} onClick={close} />}
            {user && (
              // A full load: only the document of a payment page may talk to the payment provider.
              <a
                href="/subscribe"
                aria-current={path === '/subscribe' ? 'page' : undefined}
                className={buttonClass('quiet')}
              >
                {t.nav.subscription}
              </a>
            )}
            {user && (
              <button type="button" className={buttonClass('quiet')} onClick={() => setLeaving(true)}>
                {t.nav.logout}
              </button>
            )}
            <LanguageSwitch className="mt-1 justify-center border-t border-line pt-3 text-muted" />
          </div>
        </div>
      </nav>
      {isLeaving && <LogoutDialog onClose={() => setLeaving(false)} />}
    </header>
  );
}
