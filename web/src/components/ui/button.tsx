import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class';
import { Spinner } from './spinner';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner beside the label and ignores presses, without losing focus. */
  busy?: boolean;
}

/** A button that says what happens. */
export function Button({
  variant,
  size,
  busy = false,
  className,
  children,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(variant, size, className)}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string;
  /** Kept in the history entry of the screen that it leads to. */
  state?: unknown;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ href, variant, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} href={href} className={buttonClass(variant, size, className)}>
      {children}
    </Link>
  );
}
