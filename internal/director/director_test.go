package director_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/fault"
)

func TestADirectorIsTrimmedAndChecked(t *testing.T) {
	t.Parallel()
	d := director.Director{Name: "  Ann   Lee ", Email: " ann@example.org ", City: "St.  Paul"}
	require.NoError(t, d.Check())
	require.Equal(t, director.Director{Name: "Ann Lee", Email: "ann@example.org", City: "St. Paul"}, d)

	for name, c := range map[string]struct {
		d       director.Director
		pointer string
	}{
		"no name":          {director.Director{Name: " ", Email: "a@example.org"}, "/name"},
		"no at":            {director.Director{Name: "Ann", Email: "example.org"}, "/email"},
		"nothing before":   {director.Director{Name: "Ann", Email: "@example.org"}, "/email"},
		"nothing after":    {director.Director{Name: "Ann", Email: "ann@"}, "/email"},
		"a blank inside":   {director.Director{Name: "Ann", Email: "a nn@example.org"}, "/email"},
		"nothing whatever": {director.Director{Name: "Ann"}, "/email"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var f *fault.Error
			require.ErrorAs(t, c.d.Check(), &f)
			require.Equal(t, c.pointer, f.Fields[0].Pointer)
		})
	}
}
