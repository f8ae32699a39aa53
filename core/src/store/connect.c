/* SPDX-License-Identifier: MIT */
#include "store/store.h"

#include "cipher/connection.h"

int el__store_connect(el_store *store, const char *path, const el_open_options *options, el_error *err)
{
    static const el_open_options none;
    int status = el_connection_open(&store->connection, path, options ? options : &none, err);
    if (status)
        return status;
    store->db = store->connection->db;
    store->opened_by = store->connection->opened_by;
    store->cipher = store->connection->report;
    return EL_OK;
}

void el__store_disconnect(el_store *store)
{
    el_connection_close(store->connection);
}
