/** What the embedded Postgres is started with. */
export function postgresSettings(socketDir: string): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    // One machine, no replicas: the write-ahead log is for crashes alone.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Compiling a query costs more than any of ours takes.
    jit: 'off',
    log_min_messages: 'warning',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
