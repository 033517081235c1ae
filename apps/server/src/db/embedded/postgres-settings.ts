export function buildPostgresSettings(socketDir: string): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '256MB',
    // The write-ahead log grows to this under load, and shrinks to the least that Postgres allows while little is written.
    max_wal_size: '2GB',
    min_wal_size: '32MB',
    // One machine without replicas: the write-ahead log only serves crash recovery.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // JIT compilation takes longer than any of our queries.
    jit: 'off',
    // A first upload may be larger than everything before it. Until Postgres has counted its rows, it may choose slow
    // plans for questions about them.
    autovacuum_naptime: '10s',
    log_min_messages: 'warning',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
