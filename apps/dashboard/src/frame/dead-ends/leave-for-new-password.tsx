import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Opens the page that replaces a one-time password, which leads back to this page. */
export function LeaveForNewPassword() {
  const router = useRouter();
  // Once: the address changes before this page is gone.
  useEffect(() => {
    const { href } = router.state.location;
    void router.navigate({
      to: '/new-password',
      search: href === '/' ? {} : { next: href },
      replace: true,
    });
  }, [router]);
  return null;
}
